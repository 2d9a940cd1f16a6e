import { holdersInTheWay } from '../../core/duplicates.js';
import { envelope } from '../../core/envelope.js';
import { identityFormsOf } from '../../core/lead/identity.js';
import { wordsOfDupeCheck } from '../../core/sentence.js';
import { ok, type Handler } from '../call.js';
import { noUsableField } from '../faults.js';
import type { DupeCheckBody } from '../schemas/dupe-check-schema.js';
import { askedOffers } from './asked-offers.js';
import { usableParts } from './usable-parts.js';

/** Whether a lead with these identities would meet a claim, by the policy of each offer asked about. Stores nothing. */
export const dupeCheck: Handler<DupeCheckBody> = async (api, { body, key, now }) => {
  const parts = usableParts(body);
  if (Object.keys(parts).length === 0) throw noUsableField();
  const offers = askedOffers(api.platform.catalogue.current(), key.affiliate_id, body.offer_id);
  const identities = api.platform.identities.keysOf(identityFormsOf(parts));
  const held =
    identities.length === 0 ? [] : await api.platform.claims.holders(identities.map((one) => one.key));
  const duplicate_likely = offers.some((offer) => {
    const place = { offer: offer.id, buyer: offer.buyer.id };
    return holdersInTheWay(held, identities, offer.duplicates, place, now).length > 0;
  });
  return ok(envelope('OK', wordsOfDupeCheck(duplicate_likely), { status: 'accepted', duplicate_likely }));
};
