import type { Offer } from '../../core/catalogue/types.js';
import type { CallbackAnswer } from '../../core/delivery/delivery-result.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WebPorts } from '../ports/web-ports.js';
import { revokeConsent } from '../suppression/revoke-consent.js';
import { noteCallback } from './note-callback.js';

/** A callback that says that the consumer revoked the consent. */
interface RevocationCall {
  readonly lead: LeadRecord;
  readonly offer: Offer;
  readonly answer: CallbackAnswer;
  readonly detail: string;
  readonly dedupe_key: string;
}

/**
 * Suppresses the person of a lead for a buyer that calls back. The lead stays as it is. `unchanged`: nobody is on the
 * list by it. `ignored`: the destination does not sign its callbacks, so anybody who has the address could call.
 */
export async function revokeByCallback(
  ports: Pick<
    WebPorts,
    'leads' | 'suppressionStore' | 'identities' | 'clock' | 'notices' | 'sealer' | 'catalogue'
  >,
  { lead, offer, answer, detail, dedupe_key }: RevocationCall,
): Promise<'changed' | 'unchanged' | 'ignored'> {
  const at = ports.clock();
  const isSigned = offer.delivery.callback !== undefined;
  const from = { source: `buyer ${offer.buyer.handle}`, buyer_id: offer.buyer.id, at };
  const suppressed = isSigned ? await revokeConsent(ports, lead, from) : undefined;
  const why = whyNoted(suppressed?.length);
  const about = { at, offer_id: lead.offer_id, dedupe_key, answer, detail, why, was: lead.state };
  await noteCallback(ports.leads, lead.id, about);
  if (!suppressed) return 'ignored';
  return suppressed.length > 0 ? 'changed' : 'unchanged';
}

function whyNoted(suppressed: number | undefined): string {
  if (suppressed === undefined) return 'it counts only in a signed callback';
  if (suppressed > 0) return 'the person is on the suppression list';
  return 'nothing is left by which the person could be known, so nobody is on the suppression list';
}
