import { FINAL_STATES } from '../lead/lead-states.js';
import { roundedMs } from './answer-time.js';
import type { Measure } from './counts.js';
import type { ReportedEntry, ReportedLead, ReportedSearch } from './counted-records.js';
import { FACT_DIMENSIONS, type FactDimension } from './dimensions.js';
import { createFactSum, type Fact, type Value } from './fact.js';
import { countedProgram } from './free-values.js';

type Values = Partial<Record<FactDimension, Value | undefined>>;

const valuesOf = (values: Values): Value[] => FACT_DIMENSIONS.map((dimension) => values[dimension] ?? null);

const isFinal = (state: string): boolean => (FINAL_STATES as readonly string[]).includes(state);

/** The code of a report: the decision's, or what an undecided lead is. */
export function codeOf({ state, code }: Pick<ReportedLead, 'state' | 'code'>): string {
  if (state === 'unknown') return 'UNKNOWN';
  // A lead that is evaluated again still has its old decision.
  return isFinal(state) ? (code ?? 'NONE') : 'PENDING';
}

const MEASURE_OF: Readonly<Record<string, Measure>> = {
  ACCEPTED: 'accepted',
  PENDING: 'pending',
  UNKNOWN: 'unknown',
};

type Attempted = ReportedLead['attempts'][number];

/** Whether the buyer let the request's time pass. A request that could not start in time is no fault of the buyer. */
const isTimeOut = ({ outcome, duration_ms, timeout_ms }: Attempted): boolean =>
  outcome === 'unknown' && duration_ms !== undefined && duration_ms >= timeout_ms;

const isAnswer = (attempt: Attempted): boolean =>
  attempt.outcome !== 'open' && attempt.outcome !== 'never_sent' && !isTimeOut(attempt);

/**
 * The facts of a lead: one for the lead, under the buyer that has it or was asked last, and one for each other buyer
 * that was asked before.
 */
export function factsOfLead(lead: ReportedLead): Fact[] {
  const { attempts, us_state, subid } = lead;
  const code = codeOf(lead);
  const reason = isFinal(lead.state) ? lead.why : undefined;
  const asked = attempts.find(({ outcome }) => outcome === 'accepted') ?? attempts.at(-1);
  const buyer = asked?.buyer_id ?? lead.buyer_id;
  const of = (buyerId: string | undefined): Value[] =>
    valuesOf({
      affiliate: lead.affiliate_id,
      campaign: lead.campaign_id,
      buyer: buyerId,
      offer: lead.offer_id,
      program: countedProgram(lead.program_id, reason),
      state: us_state,
      code,
      reason,
      subid,
    });
  const sum = createFactSum();
  const measure = MEASURE_OF[code];
  sum.add({
    of: of(buyer),
    counts: {
      sums: { submits: 1, ...(measure ? { [measure]: 1 } : {}) },
      ...(reason === undefined ? {} : { reasons: new Map([[reason, 1]]) }),
    },
  });
  for (const attempt of attempts) {
    const sums = isTimeOut(attempt) ? { timeouts: 1 } : isAnswer(attempt) ? { answers: 1 } : undefined;
    if (!sums) continue;
    const { duration_ms } = attempt;
    const ms =
      'answers' in sums && duration_ms !== undefined ? { ms: new Map([[roundedMs(duration_ms), 1]]) } : {};
    sum.add({ of: of(attempt.buyer_id), counts: { sums, ...ms } });
  }
  return sum.facts();
}

/** The facts of a search: one for the search, and one for each offer that it returned. */
export function factsOfSearch(search: ReportedSearch): Fact[] {
  const { affiliate_id: affiliate, campaign_id: campaign, us_state: state, subid, shown } = search;
  const values = { affiliate, campaign, state, subid };
  const sum = createFactSum();
  sum.add({ of: valuesOf(values), counts: { sums: { searches: 1 } } });
  for (const offer of shown)
    sum.add({ of: valuesOf({ ...values, offer }), counts: { sums: { results_shown: 1 } } });
  return sum.facts();
}

/** The fact of an entry of the books. Only an accepted lead has entries; an adjustment may have none. */
export function factOfEntry(entry: ReportedEntry): Fact {
  const { kind, buyer_cents, affiliate_cents, us_state, subid } = entry;
  const sale = kind === 'sale' ? 1 : 0;
  const cents = buyer_cents ?? 0;
  return {
    of: valuesOf({
      affiliate: entry.affiliate_id,
      campaign: entry.campaign_id,
      buyer: entry.buyer_id,
      offer: entry.offer_id,
      program: entry.program_id,
      state: us_state,
      code: entry.lead_id === undefined ? undefined : 'ACCEPTED',
      subid,
    }),
    counts: {
      sums: {
        sales: sale,
        returned: kind === 'return' ? 1 : 0,
        returns_undone: kind === 'return_reversal' ? 1 : 0,
        sold_cents: kind === 'sale' ? cents : 0,
        // What is given back stands apart, so that what was sold is never negative.
        returned_cents: kind === 'return' ? 0 - cents : 0,
        returns_undone_cents: kind === 'return_reversal' ? cents : 0,
        revenue_cents: cents,
        payout_cents: affiliate_cents ?? 0,
        without_price: buyer_cents === null ? sale : 0,
        without_payout: affiliate_cents === null ? sale : 0,
      },
    },
  };
}
