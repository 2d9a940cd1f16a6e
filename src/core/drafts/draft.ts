import { compact } from '../catalogue/compact.js';
import type { DifferenceGroup } from '../backtest/difference.js';
import type { EntryChange } from '../catalogue/diff-catalogue.js';
import type { SourceFile, ValidationIssue } from '../catalogue/validation-issue.js';

export const DRAFT_STATES = ['draft', 'proposed', 'applied', 'withdrawn'] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** Somebody who works on a draft. */
export interface DraftActor {
  readonly kind: 'person' | 'key' | 'os_user';
  readonly id: string;
  readonly name: string;
}

/** Who did something to a draft, and when. */
export interface DraftAct {
  readonly at: Date;
  readonly by: DraftActor;
}

/** What the validator found in one revision. */
export interface DraftCheck {
  readonly revision: number;
  readonly at: Date;
  readonly faults: readonly ValidationIssue[];
  /** What the draft changes in the version in force. Empty with faults. */
  readonly changes: readonly EntryChange[];
  /** What somebody should know before it is applied. */
  readonly warnings: readonly string[];
  /** Secrets that it needs and nobody has: the entries that name them, and the processes that lack them. */
  readonly missing_secrets: readonly {
    readonly name: string;
    readonly named_by: readonly string[];
    readonly lacked_by: readonly string[];
  }[];
}

/** How stored records would differ under one revision. */
export interface DraftBacktest {
  readonly revision: number;
  readonly at: Date;
  /** The version that it was compared with. */
  readonly version: number;
  readonly leads: number;
  readonly searches: number;
  readonly groups: readonly DifferenceGroup[];
}

/** A draft without its files and results, for lists. */
export interface DraftHead {
  readonly id: string;
  readonly title: string;
  readonly state: DraftState;
  /** Grows by one with each change. A change names the revision that it was made from. */
  readonly revision: number;
  /** The version of the catalogue that the draft was made from. */
  readonly base_version: number;
  readonly created_at: Date;
  /** The newest change. */
  readonly changed: DraftAct;
  /** Everybody who wrote in it, the first one first. */
  readonly authors: readonly DraftActor[];
  readonly proposed?: DraftAct;
  /** Somebody who is not an author agreed to it. */
  readonly approved?: DraftAct;
  readonly applied?: DraftAct & { readonly version: number };
}

/** A change of the catalogue that is not in force yet. */
export interface Draft extends DraftHead {
  /** Together they are the whole catalogue. */
  readonly files: readonly SourceFile[];
  readonly check?: DraftCheck;
  readonly backtest?: DraftBacktest;
}

/** What somebody writes in a draft. */
export type DraftContent = Pick<Draft, 'title' | 'files' | 'base_version'>;

export const sameActor = (a: DraftActor, b: DraftActor): boolean => a.kind === b.kind && a.id === b.id;

/** Whether it can still be changed. */
export const isOpen = ({ state }: DraftHead): boolean => state === 'draft' || state === 'proposed';

/** The next revision with other content. What was proposed is no longer proposed, and nobody approved it. */
export function rewritten(draft: Draft, content: Partial<DraftContent>, act: DraftAct): Draft {
  const { proposed: _proposed, approved: _approved, ...kept } = draft;
  const { authors } = draft;
  return {
    ...kept,
    ...content,
    state: 'draft',
    revision: draft.revision + 1,
    changed: act,
    authors: authors.some((author) => sameActor(author, act.by)) ? authors : [...authors, act.by],
  };
}

/** The next revision, with the same content in another state. What was found in it holds for it too. */
export function moved(
  draft: Draft,
  state: DraftState,
  act: DraftAct,
  more: Partial<Pick<Draft, 'proposed' | 'approved' | 'applied'>>,
): Draft {
  const revision = draft.revision + 1;
  const holds = <T extends { readonly revision: number }>(found: T | undefined): T | undefined =>
    found?.revision === draft.revision ? { ...found, revision } : found;
  const found = compact({ check: holds(draft.check), backtest: holds(draft.backtest) });
  return { ...draft, ...more, ...found, state, revision, changed: act };
}
