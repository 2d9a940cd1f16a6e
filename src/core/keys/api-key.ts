import type { Limits, Operation } from '../limits/limits.js';
import { isKeyOf, isStartOf, mintKeyOf, type RandomBytes } from './key-format.js';
import type { StoredKey } from './stored-key.js';

/** An affiliate's API key as processes know it. */
export interface ApiKey extends StoredKey {
  readonly affiliate_id: string;
  /** Makes every search and submit a test lead. */
  readonly is_test: boolean;
  readonly operations: readonly Operation[];
  /** Overrides of the default limits. */
  readonly limits: Limits;
}

/** What a key begins with. Both have the same length. */
export const LIVE = 'svc_live_';
const TEST = 'svc_test_';

export const mintKey = (test: boolean, randomBytes: RandomBytes): string =>
  mintKeyOf(test ? TEST : LIVE, randomBytes);

/** The kind of a key, by its form and checksum alone. Null when the text can't be one of our keys. */
export function checkKeyFormat(text: string): 'live' | 'test' | null {
  if (isKeyOf(LIVE, text)) return 'live';
  return isKeyOf(TEST, text) ? 'test' : null;
}

/** Whether the text can be the start of a key, long enough to name one on the command line. */
export const isKeyPrefix = (text: string): boolean => isStartOf(LIVE, text) || isStartOf(TEST, text);

export const isApiKey = (text: string): boolean => checkKeyFormat(text) !== null;
