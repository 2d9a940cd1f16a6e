import { compact } from '../../core/catalogue/compact.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { bookedReturn } from '../../core/money/booked-return.js';
import type { Booked } from '../../core/money/entry.js';
import {
  evaluateReturn,
  overShare,
  returnReasons,
  saleOf,
  type ReturnAllowed,
} from '../../core/money/return-lead.js';
import { returnLimit, shareName } from '../../core/money/return-share.js';
import { openRequest, standingReturn, undoneReturn } from '../../core/money/returned.js';
import { countEach, type LeadAct, type PlannedAct, type RowResult } from '../lead-files/act-on-leads.js';
import { wordsOf, type Meaning } from '../lead-files/map-columns.js';
import type { LeadRow } from '../lead-files/read-lead-file.js';
import type { ReturnStore } from '../ports/return-store.js';
import { returnLead, type ReturnPorts } from './return-lead.js';

export interface ReturnManyPorts extends ReturnPorts {
  readonly returns: Pick<ReturnStore, 'sold' | 'take' | 'giveBack' | 'room'>;
}

/** Who returns, and why although a rule says no. */
interface Asked {
  readonly by: string;
  readonly override?: { readonly why: string };
  /** Which codes the buyer's own words mean. */
  readonly meanings?: readonly Meaning[];
}

/** One row of a buyer's file of returns. */
interface ReturnRow extends LeadRow {
  /** The reason as the file says it. */
  readonly reason: string;
  /** What the buyer shows for it. */
  readonly evidence?: string;
}

/** A lead that would be returned. */
export interface PlannedReturn extends PlannedAct {
  readonly line: number;
  /** The code of the reason. */
  readonly reason: string;
  readonly evidence?: string;
  /** What the return books; null: nothing, since it is returned already or will be reviewed. */
  readonly booked: Booked | null;
}

/** The reasons of a plan. */
export interface HeardReasons {
  /** Those that the rules of its leads allow, by code. */
  readonly allowed: ReadonlyMap<string, string>;
  /** What the file says and no rule knows. */
  readonly unknown: ReadonlySet<string>;
}

const ALREADY: RowResult = { outcome: 'already', text: 'already returned' };
const UNDER_REVIEW: RowResult = { outcome: 'already', text: 'already under review' };

const overText = (done: string, rules: readonly string[]): RowResult => ({
  outcome: 'done',
  text: rules.length === 0 ? done : `${done}, over ${rules.join(' and ')}`,
});

const ALL_THE_SAME =
  ': to return it all the same, take the line out and use leadkeep lead return ID --reason CODE';

/**
 * Returns the leads of a file with the column `reason`: the code of a reason, its label, or what `meanings` knows. `heard`
 * tells what came up in the plan.
 */
export function returnAct(
  ports: ReturnManyPorts,
  { by, override, meanings = [] }: Asked,
): LeadAct<ReturnRow, PlannedReturn> & { readonly heard: HeardReasons } {
  const { catalogue, clock } = ports;
  const meant = new Map(meanings.map(({ text, means }) => [wordsOf(text), means]));
  const heard = { allowed: new Map<string, string>(), unknown: new Set<string>() };
  const codeOf = (lead: LeadRecord, text: string): string => {
    const reasons = returnReasons(catalogue, lead);
    for (const { code, label } of reasons) heard.allowed.set(code, label);
    const said = wordsOf(text);
    const found = reasons.find(({ code, label }) => [code, wordsOf(label)].includes(said));
    return found?.code ?? meant.get(said) ?? text;
  };
  const returns = rememberingSold(ports.returns);
  const fits = shareCount(returns);
  const requestOf = ({ reason: code, evidence }: Pick<ReturnRow, 'reason' | 'evidence'>) => ({
    ...{ code, by, mayRepeat: true as const },
    ...compact({ evidence, override }),
  });
  return {
    ...{ action: 'lead.return', why: override?.why, heard },
    facts: (some) => ({
      override: override !== undefined,
      codes: countEach(some.map(({ reason }) => reason)),
    }),
    file: {
      required: ['reason'],
      optional: ['evidence'],
      read: ({ reason = '', evidence = '' }, row) => {
        if (reason === '') return 'there is no reason';
        return { ...row, reason, ...(evidence === '' ? {} : { evidence }) };
      },
    },
    asks: ({ reason }) => wordsOf(reason),
    async plan({ line, reason: text, evidence }, lead) {
      const reason = codeOf(lead, text);
      const planned = { lead, line, reason, booked: null, ...compact({ evidence }) };
      const evaluated = evaluateReturn({ lead, request: requestOf(planned), catalogue, now: clock() });
      if (evaluated.kind === 'allowed') {
        const full = await fits(evaluated);
        if (full !== undefined && !override) return `the lead ${full}`;
        const over = [...evaluated.overrode, ...(full === undefined ? [] : ['max_share'])];
        if (evaluated.review) return { ...planned, foreseen: overText('would be under review', over) };
        const booked = bookedReturn(saleOf(lead), evaluated.terms.returns.reverse_payout);
        return { ...planned, booked, foreseen: overText('would be returned', over) };
      }
      if (evaluated.rule === 'under_review' && openRequest(lead)?.request.code === reason)
        return { ...planned, foreseen: UNDER_REVIEW };
      if (
        evaluated.rule === 'unknown_reason' &&
        ![...heard.unknown].some((one) => wordsOf(one) === wordsOf(text))
      )
        heard.unknown.add(text);
      if (evaluated.rule === 'returned_before' && standingReturn(lead)?.code === reason)
        return { ...planned, foreseen: ALREADY };
      return `the lead ${evaluated.why}${undoneReturn(lead) ? ALL_THE_SAME : ''}`;
    },
    async act(planned) {
      const { lead } = planned;
      const done = await returnLead({ ...ports, returns }, lead.id, requestOf(planned), lead);
      const not = (why: string): RowResult => ({ outcome: 'not', text: `not returned: it ${why}` });
      switch (done.outcome) {
        case 'returned':
          return overText('returned', done.returned.overrode?.rules ?? []);
        case 'requested':
          return overText('under review', []);
        case 'refused':
          return not(done.why);
        case 'later':
          return not('is being changed at this moment');
        case 'no_lead':
          return not('is no longer found');
      }
    },
  };
}

/** Counts the planned returns of each share. Tells why the next does not fit, or undefined. */
function shareCount(returns: Pick<ReturnStore, 'sold' | 'room'>) {
  const shares = new Map<string, { readonly sold: number; readonly limit: number | null; left: number }>();
  return async (allowed: ReturnAllowed): Promise<string | undefined> => {
    const { share, terms } = allowed;
    const name = shareName(share);
    let known = shares.get(name);
    if (!known) {
      const sold = await returns.sold(share);
      const limit = returnLimit(terms.returns, sold);
      known = { sold, limit, left: limit === null ? Infinity : await returns.room(share, limit) };
      shares.set(name, known);
    }
    if (known.left <= 0) return overShare(allowed, known.sold, known.limit ?? 0).why;
    known.left -= 1;
    return undefined;
  };
}

/** Asks only once how much a share sold. The number never becomes less, so an older one is on the safe side. */
function rememberingSold(returns: ReturnManyPorts['returns']): ReturnManyPorts['returns'] {
  const known = new Map<string, Promise<number>>();
  return {
    take: (share, limit) => returns.take(share, limit),
    giveBack: (name) => returns.giveBack(name),
    room: (share, limit) => returns.room(share, limit),
    sold(share) {
      const name = shareName(share);
      const sold = known.get(name) ?? returns.sold(share);
      known.set(name, sold);
      return sold;
    },
  };
}
