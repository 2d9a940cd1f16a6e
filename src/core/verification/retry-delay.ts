import { backoffMs, DESTINATION_BACKOFF } from '../backoff.js';

/** Nothing counts how often a service was asked: each doubling of the time since counts as a try. */
const FIRST_AFTER_MS = 2_000;

/** The pause before a service is asked again: about half as long as the lead has waited so far. `random` is 0–1. */
export const pauseMs = (waitedMs: number, random: number): number =>
  backoffMs(DESTINATION_BACKOFF, 1 + Math.log2(Math.max(1, waitedMs) / FIRST_AFTER_MS), random);
