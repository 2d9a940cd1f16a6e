import { diffValues, type FieldChange } from '../catalogue/diff-values.js';
import type { Offer } from '../catalogue/types.js';
import { CHECKS } from '../checks/index.js';
import type { Refusal } from '../refusal.js';

/** The outcome of a record under one catalogue: it passes, it is refused, or the offer does not exist. */
export type Verdict = Refusal | 'passes' | 'not there';

/** A stored record with another outcome under the draft. It holds no personal data. */
export interface Difference {
  readonly kind: 'decided' | 'offered' | 'mapped';
  readonly id: string;
  readonly offer: string;
  readonly program?: string;
  /** Set for `decided` and `offered`. */
  readonly from?: Verdict;
  readonly to?: Verdict;
  /** Set for `mapped`, and for results with other terms: the names of the members that differ, never their values. */
  readonly parts?: readonly string[];
  /** The old and new parts of the offer's entry that the deciding check reads. */
  readonly rule: readonly FieldChange[];
}

/** A group of equal differences: their number, and the ids of a few. */
export interface DifferenceGroup extends Omit<Difference, 'id'> {
  readonly count: number;
  readonly ids: readonly string[];
}

const SAMPLES = 3;

/** Groups equal differences, the most frequent first. */
export function groupDifferences(all: readonly Difference[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const { id, ...own } of all) {
    const { from, to } = own;
    const difference = {
      ...own,
      ...(from === undefined ? {} : { from: byRule(from) }),
      ...(to === undefined ? {} : { to: byRule(to) }),
    };
    const key = JSON.stringify(difference);
    const group = groups.get(key) ?? { ...difference, count: 0, ids: [] };
    groups.set(key, { ...group, count: group.count + 1, ids: [...group.ids, id].slice(0, SAMPLES) });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** Leads that fail at one rule stand together, whatever they say. */
function byRule(verdict: Verdict): Verdict {
  if (typeof verdict === 'string' || verdict.detail?.['lead'] === undefined) return verdict;
  const { lead: _, ...detail } = verdict.detail;
  return { ...verdict, detail };
}

/** By value, since no check reads the order of programs. */
const programsWith = (offer: Offer, ...members: readonly ('eligibility' | 'required_fields')[]): object =>
  Object.fromEntries(
    offer.programs.map((program) => [
      program.value,
      Object.fromEntries((['value', ...members] as const).map((member) => [member, program[member]])),
    ]),
  );

/** The members of an offer that each check reads. Labels and the like decide nothing. */
const READ_BY: Readonly<Record<string, (offer: Offer) => object>> = {
  active: ({ status, buyer }) => ({ status, buyer: { status: buyer.status } }),
  consent: ({ consent_required }) => ({ consent_required }),
  program: (offer) => ({ programs: programsWith(offer) }),
  questions: ({ questions }) => ({ questions: questions.map(({ label: _, ...question }) => question) }),
  required_fields: (offer) => ({
    required_fields: offer.required_fields,
    programs: programsWith(offer, 'required_fields'),
  }),
  eligibility: (offer) => ({ eligibility: offer.eligibility, programs: programsWith(offer, 'eligibility') }),
  test_lead: ({ partner }) => ({ partner: { search: { test_url: partner?.search.test_url } } }),
};

/**
 * The changes in the rules that cause the difference: the rules of the check that refuses now. If the check that
 * refused before comes earlier in the order, its rules are included, because that check had to pass first.
 */
export function ruleChange(
  from: Verdict,
  to: Verdict,
  before: Offer | undefined,
  after: Offer | undefined,
): FieldChange[] {
  if (!before || !after) return [];
  const deciding = placeOf(from) < placeOf(to) ? [from, to] : [to];
  return deciding.flatMap((verdict) => {
    const read = typeof verdict === 'object' ? READ_BY[verdict.check] : undefined;
    return read ? diffValues(read(before), read(after)) : [];
  });
}

/** The position of the refusing check in the order of the decision. */
const placeOf = (verdict: Verdict): number =>
  typeof verdict === 'object' ? CHECKS.findIndex(({ name }) => name === verdict.check) : CHECKS.length;

/** Whether two outcomes are equal. */
export const sameVerdict = (a: Verdict, b: Verdict): boolean =>
  typeof a === 'object' && typeof b === 'object'
    ? a.check === b.check && a.code === b.code && a.why === b.why && a.field === b.field
    : a === b;
