import { ok, type Handler, idParam } from '../call.js';
import { notFound, notYours } from '../faults.js';
import { campaignOf, isVisible } from '../ownership.js';
import { answerOf } from './search.js';

/** All results of a search so far. */
export const results: Handler<undefined> = async (api, { params, key, now }) => {
  const found = await api.platform.searches.readShown(idParam(params), now);
  if (!found || !isVisible(key, found)) throw notFound('svc_lead_id');
  const campaign = campaignOf(api, key.affiliate_id, found.campaign_id);
  if (!campaign) throw notYours('svc_campaign_id');
  return ok(answerOf(api, found, campaign));
};
