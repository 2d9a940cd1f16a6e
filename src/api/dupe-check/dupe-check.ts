import { ownersInTheWay } from '../../core/duplicates/claim-status.js';
import { envelope } from '../../core/envelope.js';
import { claimOwnersNow } from '../../app/duplicates/claim-owners-now.js';
import { formerForms, identityFormsOf } from '../../core/lead/identity.js';
import { DUPE_CHECKS_PER_DAY, secondsUntil } from '../../core/limits/limits.js';
import type { ClaimedIdentity, ClaimOwner } from '../../core/duplicates/claim-owner.js';
import { wordsOfDupeCheck } from '../../core/messages.js';
import { ok, type Handler } from '../call.js';
import { noUsableField, rateLimited } from '../faults.js';
import type { DupeCheckBody } from '../schemas/dupe-check-schema.js';
import { askedOffers } from './asked-offers.js';
import { usableParts } from './usable-parts.js';

/** Whether a lead with these identities would meet a claim, by the policy of each offer asked about. Stores nothing. */
export const dupeCheck: Handler<DupeCheckBody> = async (api, { body, key, now }) => {
  const parts = usableParts(body);
  if (Object.keys(parts).length === 0) throw noUsableField();
  const offers = askedOffers(api.platform.catalogue.current(), key.affiliate_id, body.offer_id);
  const identities = api.platform.identities.keysOf([
    ...identityFormsOf(parts),
    ...formerForms(typeof body.email === 'string' ? body.email : undefined),
  ]);
  const { catalogue, dupeChecks } = api.platform;
  const affiliate = catalogue.current().affiliates.get(key.affiliate_id);
  // Only what could be answered counts.
  const over = await dupeChecks.take(
    key.affiliate_id,
    affiliate?.dupe_checks_per_day ?? DUPE_CHECKS_PER_DAY,
    now,
  );
  if (over) throw rateLimited(secondsUntil(over, now));
  const isAsked = (owner: ClaimOwner): boolean =>
    affiliate?.dupe_check === true || owner.affiliate === key.affiliate_id;
  const isLikely = (held: readonly ClaimedIdentity[]): boolean =>
    offers.some((offer) => {
      const place = { offer: offer.id, buyer: offer.buyer.id };
      return ownersInTheWay(held, identities, offer.duplicates, place, now).length > 0;
    });
  const { claims, leads } = api.platform;
  // Claims are live leads' alone: a test key is told of none (ADR 30).
  const isNone = key.is_test || identities.length === 0;
  const all = isNone ? [] : await claims.owners(identities.map((one) => one.key));
  // Before anything depends on them: who may not be told of others' is not told by the time that looking takes either.
  const held = all.map((one) => ({ ...one, holders: one.holders.filter(isAsked) }));
  // Leads are read only where the answer depends on an old claim.
  const duplicate_likely =
    isLikely(held) || isLikely(await claimOwnersNow(leads, held, { identities, offers, now }));
  dupeChecks.answered(affiliate?.handle ?? '', duplicate_likely, now);
  return ok(envelope('OK', wordsOfDupeCheck(duplicate_likely), { status: 'accepted', duplicate_likely }));
};
