import { FLAT_ALIASES, leadField, leadFieldByLeaf } from '../../core/lead/fields.js';
import {
  hasControlCharacter,
  hasLoneSurrogate,
  replaceLoneSurrogates,
} from '../../core/lead/invisible-characters.js';
import { pathOf, type BodyPath } from './path-of.js';

/** Content of a body that must not be stored: its path, and whether the fault is a key, a NUL or half a character. */
export interface Unclean {
  /** For a key: the object that holds it. For a text: the text itself. */
  readonly path: BodyPath;
  readonly what: 'key' | 'nul' | 'half';
}

export interface CleanBody {
  readonly body: Record<string, unknown>;
  readonly unclean: readonly Unclean[];
}

/** Whether a rule may read the text at a path. Another one is not worth a lead. */
type IsRead = (path: BodyPath) => boolean;

/** The texts that a body with these keys is read for: all but those of tracking, and of keys that it does not know. */
export const isReadBy =
  (known: readonly string[]): IsRead =>
  ([top, ...below]) => {
    if (top === 'tracking' || !known.includes(String(top))) return false;
    if (top !== 'lead') return true;
    const [key = ''] = below;
    if (below.length > 1) return leadField(below.join('.')) !== undefined;
    return leadFieldByLeaf(String(key)) !== undefined || Object.hasOwn(FLAT_ALIASES, key);
  };

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
  key.startsWith('$') ||
  key.includes('.') ||
  hasControlCharacter(key) ||
  hasLoneSurrogate(key) ||
  FORBIDDEN.has(key);

/**
 * Removes `null` and blank texts, which always count as not sent, and trims every text. Removes and lists keys that
 * must not be stored. Lists texts with NUL, and texts that are read and hold half a character. Any other text loses its
 * half characters; `mended` has its path.
 */
export function cleanBody(
  raw: Readonly<Record<string, unknown>>,
  isRead: IsRead,
): CleanBody & { readonly mended: readonly string[] } {
  const cleaning: Cleaning = { isRead, unclean: [], mended: [] };
  const { unclean, mended } = cleaning;
  return { body: cleanObject(raw, [], cleaning), unclean, mended };
}

interface Cleaning {
  readonly isRead: IsRead;
  readonly unclean: Unclean[];
  readonly mended: string[];
}

function cleanObject(
  raw: Readonly<Record<string, unknown>>,
  path: BodyPath,
  cleaning: Cleaning,
): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (isForbiddenKey(key)) {
      cleaning.unclean.push({ path, what: 'key' });
      continue;
    }
    const kept = cleanValue(value, [...path, key], cleaning);
    if (kept !== undefined) clean[key] = kept;
  }
  return clean;
}

function cleanValue(value: unknown, path: BodyPath, cleaning: Cleaning): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') {
    const text = cleanText(value, path, cleaning).trim();
    return text === '' ? undefined : text;
  }
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      // What counts as not sent has no place, so that all faults count the same.
      const clean = cleanValue(item, [...path, kept.length], cleaning);
      if (clean !== undefined) kept.push(clean);
    }
    return kept;
  }
  if (typeof value === 'object') return cleanObject(value as Record<string, unknown>, path, cleaning);
  return value;
}

function cleanText(text: string, path: BodyPath, { isRead, unclean, mended }: Cleaning): string {
  if (text.includes('\0')) unclean.push({ path, what: 'nul' });
  if (!hasLoneSurrogate(text)) return text;
  if (isRead(path)) {
    unclean.push({ path, what: 'half' });
    return text;
  }
  mended.push(pathOf(path));
  return replaceLoneSurrogates(text, '');
}
