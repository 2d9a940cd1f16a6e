import type { Offer } from '../catalogue/types.js';
import { diffValues, type FieldChange } from '../catalogue/diff-values.js';
import type { Refusal } from '../refusal.js';

/** What one catalogue says of a record: it passes, it is refused, or the offer is not there. */
export type Judgement = Refusal | 'passes' | 'not there';

/** One stored record that a draft treats otherwise. Holds nothing of the person. */
export interface Difference {
  readonly kind: 'decided' | 'offered' | 'mapped';
  readonly id: string;
  readonly offer: string;
  readonly program?: string;
  /** Of `decided` and `offered`. */
  readonly from?: Judgement;
  readonly to?: Judgement;
  /** Of `mapped`, and of results with other terms: names of what differs, never values. */
  readonly parts?: readonly string[];
  /** The part of the offer's entry that the deciding check looks at, old and new. */
  readonly rule: readonly FieldChange[];
}

/** Alike differences, counted, with the ids of a few. */
export interface DifferenceGroup extends Omit<Difference, 'id'> {
  readonly count: number;
  readonly ids: readonly string[];
}

const SAMPLES = 3;

/** Gathers alike ones; the most frequent first. */
export function groupDifferences(all: readonly Difference[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const { id, ...difference } of all) {
    const key = JSON.stringify(difference);
    const group = groups.get(key) ?? { ...difference, count: 0, ids: [] };
    groups.set(key, { ...group, count: group.count + 1, ids: [...group.ids, id].slice(0, SAMPLES) });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** The members of an offer that each check reads. */
const READ_BY: Readonly<Record<string, readonly (keyof Offer)[]>> = {
  active: ['status'],
  consent: ['consent_required'],
  program: ['programs'],
  questions: ['questions'],
  required_fields: ['required_fields', 'programs'],
  eligibility: ['eligibility', 'programs'],
  test_lead: ['partner'],
};

/** What changed in the rules of the check that decides: the new one's where it refuses, else the old one's. */
export function ruleChange(
  from: Judgement,
  to: Judgement,
  before: Offer | undefined,
  after: Offer | undefined,
): FieldChange[] {
  const judged = typeof to === 'object' ? to : from;
  const members = typeof judged === 'object' ? (READ_BY[judged.check] ?? []) : [];
  const part = (offer: Offer | undefined) =>
    Object.fromEntries(members.flatMap((name) => (offer?.[name] === undefined ? [] : [[name, offer[name]]])));
  return before && after ? diffValues(part(before), part(after)) : [];
}

/** Whether two judgements say the same. */
export const sameJudgement = (a: Judgement, b: Judgement): boolean =>
  typeof a === 'object' && typeof b === 'object'
    ? a.check === b.check && a.code === b.code && a.why === b.why && a.field === b.field
    : a === b;
