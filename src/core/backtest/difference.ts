import { diffValues, type FieldChange } from '../catalogue/diff-values.js';
import type { Offer, Program } from '../catalogue/types.js';
import { CHECKS } from '../checks/index.js';
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

const programsWith = (offer: Offer, member: 'eligibility' | 'required_fields'): Partial<Program>[] =>
  offer.programs.map(({ value, [member]: read }) => ({ value, [member]: read }));

/** What each check reads of an offer: labels and the like decide nothing. */
const READ_BY: Readonly<Record<string, (offer: Offer) => object>> = {
  active: ({ status, buyer }) => ({ status, buyer: { status: buyer.status } }),
  consent: ({ consent_required }) => ({ consent_required }),
  program: ({ programs }) => ({ programs: programs.map(({ value }) => ({ value })) }),
  questions: ({ questions }) => ({ questions: questions.map(({ label: _, ...question }) => question) }),
  required_fields: (offer) => ({
    required_fields: offer.required_fields,
    programs: programsWith(offer, 'required_fields'),
  }),
  eligibility: (offer) => ({ eligibility: offer.eligibility, programs: programsWith(offer, 'eligibility') }),
  test_lead: ({ partner }) => ({ partner: { search: { test_url: partner?.search.test_url } } }),
};

/**
 * What changed in the rules that make the difference: those of the check that refuses now, and of the one that refused
 * before where it comes earlier, because it had to let go first.
 */
export function ruleChange(
  from: Judgement,
  to: Judgement,
  before: Offer | undefined,
  after: Offer | undefined,
): FieldChange[] {
  if (!before || !after) return [];
  const deciding = placeOf(from) < placeOf(to) ? [from, to] : [to];
  return deciding.flatMap((judgement) => {
    const read = typeof judgement === 'object' ? READ_BY[judgement.check] : undefined;
    return read ? diffValues(read(before), read(after)) : [];
  });
}

/** The place of the refusing check in the order of the decision. */
const placeOf = (judgement: Judgement): number =>
  typeof judgement === 'object' ? CHECKS.findIndex(({ name }) => name === judgement.check) : CHECKS.length;

/** Whether two judgements say the same. */
export const sameJudgement = (a: Judgement, b: Judgement): boolean =>
  typeof a === 'object' && typeof b === 'object'
    ? a.check === b.check && a.code === b.code && a.why === b.why && a.field === b.field
    : a === b;
