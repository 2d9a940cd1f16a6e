import type { EntryKind } from '../../src/core/money/entry.js';
import type { Act, StageAct } from './story/acts.js';
import { affiliateId, buyerId, ZONE, type Buyer } from './story/parties.js';
import { bargainOf, type Bargain, type PlannedLead } from './story/planned-lead.js';
import { count, dayIn, type Tally } from './tally.js';

const minus = (cents: number | null): number | null => (cents === null ? null : 0 - cents);

/** What buyers owe for an affiliate's leads in a month, and what the affiliate is owed, in cents. */
export interface Earned {
  readonly revenue: number;
  readonly payout: number;
}

/**
 * Keeps the story's own books: what each sale, return and adjustment must amount to, by the prices of the story. It reads
 * nothing of what the product stored, only whether the product said that it did what was asked.
 */
export function createStoryteller() {
  const tally: Tally = new Map();
  /** By affiliate and month: `northwind 2026-10`. */
  const earned = new Map<string, Earned>();
  const sold = new Map<string, Bargain>();
  const outcomes = new Map<string, number>();
  const surprises: string[] = [];
  /** The last report of each stage that was taken, by lead and stage. */
  const stages = new Map<string, Told>();

  function earn(affiliate: string, month: string, revenue: number, payout: number): void {
    const name = `${affiliate} ${month}`;
    const known = earned.get(name) ?? { revenue: 0, payout: 0 };
    earned.set(name, { revenue: known.revenue + revenue, payout: known.payout + payout });
  }

  /** Both sides of what happened to a lead. */
  function sides(kind: EntryKind, { buyer, affiliate }: Bargain, at: Date, amounts: Amounts): void {
    const month = dayIn(ZONE, at).slice(0, 7);
    count(tally, { kind, month, party: `buyer ${buyerId(buyer)}`, cents: amounts.buyer_cents });
    count(tally, {
      kind,
      month,
      party: `affiliate ${affiliateId(affiliate)}`,
      cents: amounts.affiliate_cents,
    });
    earn(affiliate, month, amounts.buyer_cents ?? 0, amounts.affiliate_cents ?? 0);
  }

  function sale(bargain: Bargain, { id }: PlannedLead, at: Date): void {
    sold.set(id, bargain);
    sides('sale', bargain, at, bargain);
  }

  function movedBack(kind: 'return' | 'return_reversal', lead: PlannedLead, at: Date): void {
    const bargain = sold.get(lead.id);
    if (!bargain) return void surprises.push(`lead ${lead.n} was never sold, and is returned`);
    const { buyer_cents, affiliate_cents } = bargain;
    const back = {
      buyer_cents: minus(buyer_cents),
      affiliate_cents: keepsPayout(bargain.buyer) ? 0 : minus(affiliate_cents),
    };
    const again = { buyer_cents: minus(back.buyer_cents), affiliate_cents: minus(back.affiliate_cents) };
    sides(kind, bargain, at, kind === 'return' ? back : again);
  }

  function adjusted({ party, cents, happened }: Act & { what: 'adjust' }, at: Date): void {
    const id = party.kind === 'buyer' ? buyerId(party.handle) : affiliateId(party.handle);
    const month = dayIn(ZONE, happened ?? at).slice(0, 7);
    count(tally, { kind: 'adjustment', month, party: `${party.kind} ${id}`, cents });
    if (party.kind === 'affiliate') earn(party.handle, month, 0, cents);
  }

  function toldStage(act: StageAct, outcome: string): void {
    const { lead, stage, on, value_cents, is_refused } = act;
    const name = `${lead.id} ${stage}`;
    const known = stages.get(name);
    const isSame =
      known !== undefined && known.on === on && (on === null || known.value_cents === value_cents);
    if (is_refused) {
      expectOneOf(act, outcome, ['refused']);
      return;
    }
    expectOneOf(act, outcome, [isSame ? 'already' : on === null && !known ? 'refused' : 'recorded']);
    if (!isSame && (known || on !== null))
      stages.set(name, { lead, stage, on, value_cents, revision: (known?.revision ?? -1) + 1 });
  }

  /** Adjustments by their reference: entered twice, booked once. */
  const entered = new Set<string>();

  function expectOneOf(act: Act, outcome: string, expected: readonly string[]): void {
    if (!expected.includes(outcome)) surprises.push(`${act.what}: ${outcome}, not ${expected.join(' or ')}`);
  }

  return {
    ...{ tally, earned, sold, outcomes, stages, surprises },
    /** A lead that came, and was answered at once. */
    came(lead: PlannedLead): void {
      if (lead.fate.is === 'accepted') sale(bargainOf(lead), lead, lead.at);
    },
    /** What came of an act. */
    did(act: Act, at: Date, outcome: string): void {
      const told = `${act.what}: ${outcome.startsWith('The') ? 'refused' : outcome}`;
      outcomes.set(told, (outcomes.get(told) ?? 0) + 1);
      if (act.what === 'call_back' || act.what === 'settle') {
        expectOneOf(act, outcome, [act.what === 'settle' ? 'settled' : 'changed']);
        // An operator's verdict names no price.
        const lead = act.what === 'settle' ? { ...act.lead, said: undefined } : act.lead;
        if (act.verdict === 'accepted') sale(bargainOf(lead), act.lead, at);
      }
      if (act.what === 'return') {
        const may = act.override === undefined ? ['returned', 'max_share'] : ['returned'];
        expectOneOf(act, outcome, act.refused_by ? [act.refused_by] : act.is_reviewed ? ['requested'] : may);
        if (outcome === 'returned') movedBack('return', act.lead, at);
      }
      if (act.what === 'decide_return') {
        expectOneOf(act, outcome, [act.outcome]);
        if (outcome === 'accepted') movedBack('return', act.lead, at);
      }
      if (act.what === 'stage') toldStage(act, outcome);
      if (act.what === 'undo' && (outcome === 'undone' || outcome === 'begun'))
        movedBack('return_reversal', act.lead, at);
      if (act.what === 'adjust') {
        const known = entered.has(act.reference);
        expectOneOf(act, outcome, act.dies && !known ? ['struck'] : known ? ['already'] : ['booked']);
        if (!known) adjusted(act, at);
        entered.add(act.reference);
      }
    },
  };
}

export type Storyteller = ReturnType<typeof createStoryteller>;
type Amounts = Pick<Bargain, 'buyer_cents' | 'affiliate_cents'>;

/** What a buyer said of a stage in the end. */
interface Told extends Pick<StageAct, 'lead' | 'stage' | 'on'> {
  readonly value_cents: number | undefined;
  /** How often it was corrected. */
  readonly revision: number;
}

/** Summit pays affiliates for what it sends back. */
const keepsPayout = (buyer: Buyer): boolean => buyer === 'summit';
