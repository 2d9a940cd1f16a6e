import { createHash } from 'node:crypto';
import { parseDuration } from '../../src/core/catalogue/duration.js';
import type { Latency, Rates } from '../party.js';

/** Together at most 1. */
export const ratesFit = (rates: Rates): boolean =>
  Object.values(rates).reduce((total, rate) => total + rate, 0) <= 1 + 1e-9;

/** A number with 0 ≤ n < 1 that is always the same for `what`, so that you can repeat a rehearsal. */
const drawn = (what: string): number => createHash('sha256').update(what).digest().readUInt32BE(0) / 2 ** 32;

/** The behavior that chance chooses for `what`, always the same one. Empty: the default. */
export function byChance(rates: Rates, what: string): string {
  let left = drawn(what);
  for (const [name, rate] of Object.entries(rates)) {
    if (left < rate) return name;
    left -= rate;
  }
  return '';
}

const ms = (text: string): number => parseDuration(text) ?? 0;

/** 99 % of a normal distribution are below this many standard deviations. */
const P99 = 2.326_347_874;
const MAX_MS = 10 * 60_000;

/** The latency of an answer in milliseconds, always the same for `what`. With p50 and p99 it is log-normal. */
export function latencyMs(latency: Latency, what: string): number {
  if (typeof latency === 'string') return ms(latency);
  if ('uniform' in latency) {
    const [from, to] = latency.uniform.map(ms);
    return (from ?? 0) + drawn(what) * ((to ?? 0) - (from ?? 0));
  }
  const middle = Math.max(ms(latency.p50), 0.001);
  const deviation = Math.max(0, Math.log(ms(latency.p99) / middle)) / P99;
  // Box-Muller: two uniform draws make a normal one.
  const normal =
    Math.sqrt(-2 * Math.log(1 - drawn(`${what} 1`))) * Math.cos(2 * Math.PI * drawn(`${what} 2`));
  return Math.min(MAX_MS, middle * Math.exp(deviation * normal));
}
