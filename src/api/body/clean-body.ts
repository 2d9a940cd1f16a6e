import { holdsControl } from '../../core/lead/unseen.js';
import type { BodyPath } from './path-of.js';

/** Content of a body that must not be stored: its path, and whether the fault is in a key or a text. */
export interface Unclean {
  /** For a key: the object that holds it. For a text: the text itself. */
  readonly path: BodyPath;
  readonly what: 'key' | 'text';
}

export interface CleanBody {
  readonly body: Record<string, unknown>;
  readonly unclean: readonly Unclean[];
}

/**
 * JavaScript's own keys, and keys by which libraries recognize their own objects. The MongoDB driver throws instead of
 * storing such an object. JSONata fails, or omits the object from the buyer's request (ADR 44).
 */
const FORBIDDEN = new Set([
  ...['__proto__', 'constructor', 'prototype'],
  ...['_bsontype', '_jsonata_lambda', '_jsonata_function'],
]);

/** Whether MongoDB or JavaScript would read the key as something else, or a terminal would execute or hide it. */
const isForbiddenKey = (key: string): boolean =>
  key.startsWith('$') || key.includes('.') || holdsControl(key) || FORBIDDEN.has(key);

/**
 * Removes `null` and blank texts, which always count as not sent, and trims every text. Removes and lists keys that
 * must not be stored. Lists texts with NUL.
 */
export function cleanBody(raw: Readonly<Record<string, unknown>>): CleanBody {
  const unclean: Unclean[] = [];
  return { body: cleanObject(raw, [], unclean), unclean };
}

function cleanObject(
  raw: Readonly<Record<string, unknown>>,
  path: BodyPath,
  unclean: Unclean[],
): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (isForbiddenKey(key)) {
      unclean.push({ path, what: 'key' });
      continue;
    }
    const kept = cleanValue(value, [...path, key], unclean);
    if (kept !== undefined) clean[key] = kept;
  }
  return clean;
}

function cleanValue(value: unknown, path: BodyPath, unclean: Unclean[]): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') {
    if (value.includes('\0')) unclean.push({ path, what: 'text' });
    const text = value.trim();
    return text === '' ? undefined : text;
  }
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      // What counts as not sent has no place, so that all faults count the same.
      const clean = cleanValue(item, [...path, kept.length], unclean);
      if (clean !== undefined) kept.push(clean);
    }
    return kept;
  }
  if (typeof value === 'object') return cleanObject(value as Record<string, unknown>, path, unclean);
  return value;
}
