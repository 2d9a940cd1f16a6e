import type { Offer } from '../../core/catalogue/types.js';
import type { CallbackAnswer } from '../../core/delivery/delivery-result.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { StageRule } from '../../core/stages/lead-stage.js';
import type { WebPorts } from '../ports/web-ports.js';
import { recordStage } from '../stages/record-stages.js';
import { noteCallback } from './note-callback.js';

/** A callback that says what became of a lead after its sale. */
interface StageCall {
  readonly lead: LeadRecord;
  readonly offer: Offer;
  readonly answer: CallbackAnswer;
  readonly detail: string;
  readonly dedupe_key: string;
}

export type StageTaken =
  | { readonly outcome: 'changed' | 'unchanged' | 'ignored' | 'later' }
  | { readonly outcome: 'refused'; readonly rule: StageRule };

/** Records a stage for a buyer that calls back. `ignored`: the destination does not sign its callbacks. */
export async function stageByCallback(
  ports: Pick<WebPorts, 'leads' | 'stages' | 'catalogue' | 'clock' | 'settings'>,
  { lead, offer, answer: { reason, on, price_cents, ...answer }, detail, dedupe_key }: StageCall,
): Promise<StageTaken> {
  // What a buyer sends as the code or the day may be anything, also a person's name: it is not kept.
  const note = (why: string): Promise<void> =>
    noteCallback(ports.leads, lead.id, {
      ...{ at: ports.clock(), offer_id: lead.offer_id, dedupe_key, answer, detail, why, was: lead.state },
    });
  if (!offer.delivery.callback) {
    await note('a stage counts only in a signed callback');
    return { outcome: 'ignored' };
  }
  const { leads, stages, catalogue, clock, settings } = ports;
  const done = await recordStage(
    { leads, stages, clock, catalogue: catalogue.current(), stageDays: settings.stageDays },
    lead.id,
    {
      ...{ stage: reason ?? '', source: 'callback', by: 'callback' },
      ...(on !== undefined && { on: on === 'withdrawn' ? null : on }),
      ...(price_cents !== undefined && { value_cents: price_cents }),
    },
    { buyer_id: offer.buyer.id, known: lead },
  );
  if (done.outcome === 'refused') {
    await note(`the stage is refused: ${done.rule}`);
    return { outcome: 'refused', rule: done.rule };
  }
  return {
    outcome: done.outcome === 'recorded' ? 'changed' : done.outcome === 'already' ? 'unchanged' : 'later',
  };
}
