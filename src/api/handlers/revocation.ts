import { readOwnLead } from '../../app/affiliate-ownership.js';
import { revokeOfCall } from '../../app/suppression/revoke-consent.js';
import { envelope } from '../../core/envelope.js';
import { wordsOfRevocation } from '../../core/messages.js';
import { idParam, ok, type Handler } from '../call.js';

/** Takes a consumer's revocation of consent from the affiliate that posted the lead. */
export const revoke: Handler<undefined> = async (ports, { params, key, now }) => {
  const id = idParam(params);
  const lead = await readOwnLead(ports, key, id);
  const affiliate = ports.catalogue.current().affiliates.get(key.affiliate_id)?.handle ?? key.affiliate_id;
  const suppressed = await revokeOfCall(ports, lead, { source: `affiliate ${affiliate}`, at: now });
  const of = lead.is_test ? 'test' : suppressed.length > 0 ? 'listed' : 'unknown';
  return ok(envelope('OK', wordsOfRevocation(of), { svc_lead_id: id, suppressed }));
};
