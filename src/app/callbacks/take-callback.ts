import { applyCallback, type Callback, type CallbackResult } from '../../core/delivery/apply-callback.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { LeadStore } from '../ports/lead-store.js';
import { noteCallback } from './note-callback.js';

/** All tries together take about a second, which is how long a worker takes to evaluate a lead. */
const MAX_TRIES = 20;
const PAUSE_MS = 50;

export interface CallbackPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition' | 'note'>;
  readonly catalogue: CatalogueSource;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * The result of a callback. `changed`: it changed the lead, and the sweeper applies the pending effects within a second.
 * `later`: a worker is changing the lead, so the buyer must call again.
 */
export type CallbackTaken =
  | { readonly outcome: 'changed' | 'unchanged' | 'later' | 'no_lead' }
  | { readonly outcome: 'refused'; readonly why: Extract<CallbackResult, { kind: 'refused' }>['why'] };

/**
 * Applies a callback by one conditional update. This is safe if the callback comes several times and if other writers
 * change the lead meanwhile.
 */
export async function takeCallback(
  ports: CallbackPorts,
  id: string,
  callback: Callback,
): Promise<CallbackTaken> {
  const { leads, catalogue, clock, random, pause } = ports;
  for (let tries = 1; ; tries += 1) {
    const lead = await leads.read(id);
    if (!lead) return { outcome: 'no_lead' };
    const now = clock();
    const about = { catalogue: catalogue.current(), now, random: random() };
    const result = applyCallback(lead, callback, about);
    if (result.kind === 'unchanged' || result.kind === 'refused') {
      const why = result.kind === 'refused' ? result.why : 'nothing changes';
      await noteCallback(leads, id, { at: now, offer_id: lead.offer_id, ...callback, why, was: lead.state });
      return result.kind === 'refused' ? { outcome: 'refused', why: result.why } : { outcome: 'unchanged' };
    }
    if (result.kind === 'change' && (await leads.transition(result.when, result.change)))
      return { outcome: 'changed' };
    if (tries === MAX_TRIES) return { outcome: 'later' };
    await pause(PAUSE_MS);
  }
}
