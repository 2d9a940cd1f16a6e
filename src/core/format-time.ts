/** `2026-11-21 17:00:00.123 UTC`, the same on every machine. */
export const formatTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', ' UTC');
