/** `2026-11-21 17:00:05 UTC`: a moment in a sentence. The console tells it in the reader's zone. */
export const timeText = (at: Date): string => formatTime(at).replace(/\.\d{3} UTC$/, ' UTC');

/** `2026-11-21 17:00:00.123 UTC`, the same on every machine. */
export const formatTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', ' UTC');
