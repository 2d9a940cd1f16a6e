import { envelope } from '../../core/envelope.js';
import { wordsOfPostingSpec } from '../../core/messages.js';
import { postingSpec } from '../../core/posting-spec/posting-spec.js';
import { isUuid } from '../../core/uuid.js';
import { ownCampaign } from '../../app/affiliate-ownership.js';
import { notFound } from '../../http/faults.js';
import { ok, type Handler } from '../call.js';

/** Answers with the posting specification of one of the caller's campaigns, as the catalogue now has it. */
export const campaign: Handler<undefined> = ({ catalogue }, { params, key, now }) => {
  const { svc_campaign_id: id = '' } = params;
  const own = isUuid(id) && ownCampaign(catalogue.current(), key.affiliate_id, id.toLowerCase());
  if (!own || own.status === 'retired') throw notFound('svc_campaign_id');
  return Promise.resolve(ok(envelope('OK', wordsOfPostingSpec, postingSpec(own, now))));
};
