import { createHash } from 'node:crypto';
import { namedBehaviour } from './behaviours.js';

/** Behaviours by name, and how likely each is: 0 to 1, together at most 1. */
export type Rates = Readonly<Record<string, number>>;

/** The rates that somebody sent; undefined when they are none. */
export function ratesOf(sent: unknown): Rates | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  const rows = Object.entries(sent as Readonly<Record<string, unknown>>);
  const fit = rows.every(([name, rate]) => namedBehaviour(name) && typeof rate === 'number' && rate >= 0);
  const sum = rows.reduce((total, [, rate]) => total + Number(rate), 0);
  return fit && sum <= 1 + 1e-9 ? (sent as Rates) : undefined;
}

/**
 * The behaviour that chance gives to `what`: always the same one, so that a rehearsal can be repeated. Empty: the
 * usual one.
 */
export function byChance(rates: Rates, what: string): string {
  let left = createHash('sha256').update(what).digest().readUInt32BE(0) / 2 ** 32;
  for (const [name, rate] of Object.entries(rates)) {
    if (left < rate) return name;
    left -= rate;
  }
  return '';
}
