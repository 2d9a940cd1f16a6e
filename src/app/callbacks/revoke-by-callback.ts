import type { Offer } from '../../core/catalogue/types.js';
import type { CallbackAnswer } from '../../core/delivery/delivered.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WebPorts } from '../ports/web-ports.js';
import { revokeConsent } from '../suppression/revoke-consent.js';
import { noteCallback } from './apply-callback.js';

/** A callback that says that the consumer revoked the consent. */
interface RevocationCall {
  readonly lead: LeadRecord;
  readonly offer: Offer;
  readonly answer: CallbackAnswer;
  readonly detail: string;
  readonly dedupe_key: string;
}

/**
 * Suppresses the person of a lead for a buyer that calls back. The lead stays as it is. `ignored`: the destination does
 * not sign its callbacks, so anybody who has the address could call.
 */
export async function revokeByCallback(
  ports: Pick<
    WebPorts,
    'leads' | 'suppressionStore' | 'identities' | 'clock' | 'notices' | 'sealer' | 'catalogue'
  >,
  { lead, offer, answer, detail, dedupe_key }: RevocationCall,
): Promise<'taken' | 'ignored'> {
  const at = ports.clock();
  const isSigned = offer.delivery.callback !== undefined;
  if (isSigned)
    await revokeConsent(ports, lead, { source: `buyer ${offer.buyer.handle}`, buyer_id: offer.buyer.id, at });
  const why = isSigned ? 'the person is on the suppression list' : 'it counts only in a signed callback';
  const about = { at, offer_id: lead.offer_id, dedupe_key, answer, detail, why, was: lead.state };
  await noteCallback(ports.leads, lead.id, about);
  return isSigned ? 'taken' : 'ignored';
}
