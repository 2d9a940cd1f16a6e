import type { Offer } from '../../core/catalogue/types.js';
import type { CallbackAnswer } from '../../core/delivery/delivery-result.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { ReturnRule } from '../../core/money/return-lead.js';
import { openRequest, standingReturn } from '../../core/money/returned.js';
import { returnLead } from '../money/return-lead.js';
import type { WebPorts } from '../ports/web-ports.js';
import { noteCallback } from './note-callback.js';

/** A callback that returns a lead. */
export interface ReturnCall {
  readonly lead: LeadRecord;
  readonly offer: Offer;
  readonly answer: CallbackAnswer;
  readonly detail: string;
  readonly dedupe_key: string;
}

/**
 * What became of it. `under_review`: an operator decides; a repeat changes nothing. `ignored`: the destination does not sign its callbacks, so anybody who has the address could call.
 */
export type ReturnTaken =
  | { readonly outcome: 'changed' | 'unchanged' | 'under_review' | 'ignored' | 'later' | 'no_lead' }
  | { readonly outcome: 'refused'; readonly rule: ReturnRule };

/** Returns a lead for a buyer that calls back, or requests that. The reason is the code of the buyer's rules. */
export async function returnByCallback(
  ports: Pick<WebPorts, 'leads' | 'returns' | 'catalogue' | 'clock'>,
  { lead: { id, offer_id, state }, offer, answer, detail, dedupe_key }: ReturnCall,
): Promise<ReturnTaken> {
  const note = (why: string): Promise<void> =>
    noteCallback(ports.leads, id, {
      ...{ at: ports.clock(), offer_id, dedupe_key, answer, detail, why, was: state },
    });
  if (!offer.delivery.callback) {
    await note('a return counts only in a signed callback');
    return { outcome: 'ignored' };
  }
  const code = answer.reason?.trim() ?? '';
  const { evidence } = answer;
  const request = {
    ...({ code, by: 'callback', mark: dedupe_key, mayRepeat: true } as const),
    ...(evidence === undefined ? {} : { evidence }),
  };
  const done = await returnLead({ ...ports, catalogue: ports.catalogue.current() }, id, request);
  if (done.outcome === 'returned') return { outcome: 'changed' };
  if (done.outcome === 'requested') return { outcome: 'under_review' };
  if (done.outcome !== 'refused') return { outcome: done.outcome };
  const { rule, lead } = done;
  if (rule === 'under_review' && openRequest(lead)?.request.code === code) {
    await note('nothing changes: it is under review');
    return { outcome: 'under_review' };
  }
  const isRepeat = rule === 'returned_before' && standingReturn(lead)?.code === code;
  await note(isRepeat ? 'nothing changes' : `the return is refused: ${rule}`);
  return isRepeat ? { outcome: 'unchanged' } : { outcome: 'refused', rule };
}
