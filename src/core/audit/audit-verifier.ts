import type { AuditAnchor } from './anchor.js';
import { NO_ENTRY } from './audit-entry.js';
import { isGenuine, type KeyedHash } from './chain.js';

/**
 * What is wrong with the log. `broken`: here the entries are not those that were written. `cut`: entries are missing at
 * the end. `not_anchored`: the log was rewritten, or cut and continued.
 */
export type AuditFaultKind = 'broken' | 'cut' | 'not_anchored';

export interface AuditFault {
  readonly kind: AuditFaultKind;
  /** The first and the last number that it is about. */
  readonly first: number;
  readonly last: number;
  /** What was found, as a sentence for an operator. */
  readonly detail: string;
}

/** A stored document: the number under which the database has it, and what it holds. */
export interface StoredAudit {
  readonly id: unknown;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Reads the log from its beginning, in the order of the numbers, in memory that does not grow with the log. */
export interface AuditVerifier {
  add(stored: StoredAudit): void;
  /** Call it once, after the last entry. */
  end(): { readonly entries: number; readonly faults: number };
}

interface Options {
  readonly keyedHash: KeyedHash;
  readonly anchors?: readonly AuditAnchor[];
  readonly onFault: (fault: AuditFault) => void;
}

export function createAuditVerifier({ keyedHash, anchors = [], onFault }: Options): AuditVerifier {
  const anchored = new Map<number, Set<string>>();
  for (const { number, hash } of anchors) anchored.set(number, (anchored.get(number) ?? new Set()).add(hash));
  let place = 0;
  let entries = 0;
  let faults = 0;
  /** The hash that the next entry must name. Undefined after an entry that can't be trusted. */
  let expected: string | undefined = NO_ENTRY;
  /** Neighbors are reported as one. */
  let broken: { readonly first: number; last: number } | undefined;

  const report = (kind: AuditFaultKind, first: number, last: number): void => {
    faults += 1;
    const range = first === last ? `entry ${first}` : `entries ${first} to ${last}`;
    onFault({ kind, first, last, detail: SENTENCES[kind](range, last) });
  };
  const endBroken = (): void => {
    if (broken) report('broken', broken.first, broken.last);
    broken = undefined;
  };
  const isBroken = (first: number, last: number): void => {
    if (broken && first <= broken.last + 1) {
      broken.last = Math.max(broken.last, last);
      return;
    }
    endBroken();
    broken = { first, last };
  };

  return {
    add({ id, entry }) {
      const next = place + 1;
      // Not an entry: it stands before the next one.
      if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < next) {
        isBroken(next, next);
        return;
      }
      entries += 1;
      place = id;
      const { number, hash, prev } = entry;
      const isSound = number === id && isGenuine(entry, keyedHash);
      // A sound entry after missing ones does not follow what was before them.
      const follows = id > next || expected === undefined || prev === expected;
      const last = isSound && follows ? id - 1 : id;
      if (last >= next) isBroken(next, last);
      expected = isSound ? String(hash) : undefined;
      if ([...(anchored.get(id) ?? [])].some((one) => one !== hash)) report('not_anchored', id, id);
    },
    end() {
      endBroken();
      const last = Math.max(0, ...anchored.keys());
      if (last > place) report('cut', place + 1, last);
      return { entries, faults };
    },
  };
}

/** For an operator. */
const SENTENCES: Readonly<Record<AuditFaultKind, (range: string, last: number) => string>> = {
  broken: (range) =>
    `the chain breaks at ${range}: removed, changed, moved, put between others, or written with another secret`,
  cut: (range, last) => `cut off at the end: ${range} (an anchor names ${last})`,
  not_anchored: (range) => `${range} is not the one that was anchored: the log was rewritten`,
};
