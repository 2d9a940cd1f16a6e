import type { AuditAnchor } from './anchor.js';
import { NO_ENTRY } from './audit-entry.js';
import { isGenuine, type KeyedHash } from './chain.js';

/**
 * What is wrong with the log. `unlinked`: the entry is genuine, but continues another course of the log, like one that
 * was put back after its removal. `stray`: a document that is not an entry. `cut`: entries are missing at the end.
 */
export type AuditFaultKind = 'removed' | 'changed' | 'moved' | 'unlinked' | 'stray' | 'cut' | 'not_anchored';

export interface AuditFault {
  readonly kind: AuditFaultKind;
  /** The first and the last place that it is about, as the database numbers them. 0 for a document without a number. */
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

/** Neighbors with the same fault are reported as one. `by`: how far a moved entry is from its place. */
interface Run {
  readonly kind: 'changed' | 'moved';
  readonly first: number;
  readonly by: number;
  last: number;
}

export function createAuditVerifier({ keyedHash, anchors = [], onFault }: Options): AuditVerifier {
  const anchored = new Map<number, Set<string>>();
  for (const { number, hash } of anchors) anchored.set(number, (anchored.get(number) ?? new Set()).add(hash));
  let place = 0;
  let entries = 0;
  let faults = 0;
  /** The hash that the next entry must name. Undefined after an entry that can't be trusted. */
  let expected: string | undefined = NO_ENTRY;
  let run: Run | undefined;

  const report = (fault: AuditFault): void => {
    faults += 1;
    onFault(fault);
  };
  const endRun = (): void => {
    if (run) report(faultOf(run));
    run = undefined;
  };
  const extend = (kind: Run['kind'], at: number, by: number): void => {
    if (run?.kind === kind && run.by === by && run.last === at - 1) run.last = at;
    else {
      endRun();
      run = { kind, first: at, last: at, by };
    }
  };

  const look = (at: number, entry: StoredAudit['entry']): void => {
    const { number, hash, prev } = entry;
    if (!isGenuine(entry, keyedHash)) {
      extend('changed', at, 0);
      expected = undefined;
    } else if (number !== at) {
      extend('moved', at, Number(number) - at);
      expected = undefined;
    } else {
      endRun();
      if (expected !== undefined && prev !== expected) report(unlinked(at));
      expected = String(hash);
    }
    const hashes = anchored.get(at);
    if (hashes && [...hashes].some((one) => one !== hash)) report(notAnchored(at));
  };

  return {
    add({ id, entry }) {
      if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= place) {
        report(stray(id));
        return;
      }
      entries += 1;
      if (id > place + 1) {
        endRun();
        report(removed(place + 1, id - 1));
        expected = undefined;
      }
      place = id;
      look(id, entry);
    },
    end() {
      endRun();
      const last = Math.max(0, ...anchored.keys());
      if (last > place) report(cut(place + 1, last));
      return { entries, faults };
    },
  };
}

const range = (first: number, last: number): string =>
  first === last ? `entry ${first}` : `entries ${first} to ${last}`;
const is = (first: number, last: number): string => (first === last ? 'was' : 'were');

function faultOf({ kind, first, last, by }: Run): AuditFault {
  const detail =
    kind === 'changed'
      ? `${range(first, last)} ${is(first, last)} changed, or written with another secret`
      : `${range(first + by, last + by)} ${is(first, last)} moved to ${first === last ? `place ${first}` : `places ${first} to ${last}`}`;
  return { kind, first, last, detail };
}

const removed = (first: number, last: number): AuditFault => ({
  ...{ kind: 'removed', first, last },
  detail: `${range(first, last)} ${is(first, last)} removed`,
});
const cut = (first: number, last: number): AuditFault => ({
  ...{ kind: 'cut', first, last },
  detail: `${range(first, last)} ${is(first, last)} cut off at the end: an anchor names ${last}`,
});
const unlinked = (at: number): AuditFault => ({
  ...{ kind: 'unlinked', first: at, last: at },
  detail: `entry ${at} does not follow the entry before it: one of them comes from another course of the log`,
});
const notAnchored = (at: number): AuditFault => ({
  ...{ kind: 'not_anchored', first: at, last: at },
  detail: `entry ${at} is not the one that was anchored: the log was rewritten`,
});
const stray = (id: unknown): AuditFault => {
  const at = typeof id === 'number' ? id : 0;
  const named = typeof id === 'number' ? `, as number ${id}` : '';
  return {
    ...{ kind: 'stray', first: at, last: at },
    detail: `a document that is not an entry is in the log${named}`,
  };
};
