import type { LeadState } from '../../core/lead/lead-states.js';
import { hearCallback, type Callback, type Hearing } from '../../core/delivery/apply-callback.js';
import type { BuyerHistory, CatalogueSource } from '../ports/catalogue-source.js';
import type { BuyerAnswer } from '../../core/delivery/delivered.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import { rememberBuyers } from '../../platform/mongo/catalogue/buyer-history.js';

/** Together about a second: as long as a worker takes to judge a lead. */
const MOST_TRIES = 20;
const PAUSE_MS = 50;

export interface CallbackPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition' | 'note'>;
  readonly catalogue: CatalogueSource;
  readonly buyerHistory: BuyerHistory;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * What came of a callback. `taken`: it changed the lead, whose debts the sweeper pays within seconds. `later`: the
 * lead is moving, and the buyer has to call again.
 */
export type CallbackTaken =
  | { readonly outcome: 'taken' | 'stands' | 'later' | 'no_lead' }
  | { readonly outcome: 'refused'; readonly why: Extract<Hearing, { kind: 'refused' }>['why'] };

/** Takes a callback by one conditional update, however often it comes and whatever else moves the lead meanwhile. */
export async function takeCallback(
  ports: CallbackPorts,
  id: string,
  callback: Callback,
): Promise<CallbackTaken> {
  const { leads, catalogue, buyerHistory, clock, random, pause } = ports;
  for (let tries = 1; ; tries += 1) {
    const lead = await leads.read(id);
    if (!lead) return { outcome: 'no_lead' };
    const now = clock();
    const about = { catalogue: catalogue.current(), now, random: random() };
    const hearing = hearCallback(await rememberBuyers(lead, buyerHistory), callback, about);
    if (hearing.kind === 'stands' || hearing.kind === 'refused') {
      const why = hearing.kind === 'refused' ? hearing.why : 'nothing changes';
      await noteCallback(leads, id, { at: now, offer_id: lead.offer_id, ...callback, why, was: lead.state });
      return hearing.kind === 'refused' ? { outcome: 'refused', why: hearing.why } : { outcome: 'stands' };
    }
    if (hearing.kind === 'change' && (await leads.transition(hearing.when, hearing.change)))
      return { outcome: 'taken' };
    if (tries === MOST_TRIES) return { outcome: 'later' };
    await pause(PAUSE_MS);
  }
}

interface Noted {
  readonly at: Date;
  readonly offer_id: string;
  readonly mark: string;
  readonly answer?: Pick<BuyerAnswer, 'outcome'>;
  readonly detail: string;
  readonly why: string;
  readonly was: LeadState;
}

/** Writes a callback that changes nothing into the lead's timeline, each once, and only so many of them. */
export async function noteCallback(
  leads: Pick<LeadStore, 'note'>,
  id: string,
  { at, offer_id, mark, answer, detail, why, was }: Noted,
): Promise<void> {
  const entry: LeadEntry = {
    at,
    what: 'callback',
    offer_id,
    outcome: answer?.outcome ?? 'not read',
    reason: { detail, why, was, mark },
  };
  await leads.note(id, mark, entry);
}
