import type { Campaign, Catalogue, Offer } from '../../core/catalogue/types.js';
import type { ClaimedIdentity } from '../../core/duplicates/claim-owner.js';
import { ownersInTheWay } from '../../core/duplicates/claim-status.js';
import { hashPart, IDENTITY_PARTS, identityFormsOf, type PartHashes } from '../../core/lead/identity.js';
import { DUPE_CHECKS_PER_DAY, secondsUntil } from '../../core/limits/limits.js';
import type { Caller } from '../affiliate-ownership.js';
import type { WebPorts } from '../ports/web-ports.js';
import { notYours, refused, RequestRefused } from '../request-refused.js';
import { claimOwnersNow, ownedBy } from './claim-owners-now.js';

/**
 * A duplicate pre-check: lead fields by their names, raw, or as hashes in `hashed`. A field is ignored if it has
 * another type or cannot be normalized.
 */
export interface PreCheckRequest {
  readonly offer_id?: string;
  readonly hashed?: unknown;
  readonly [part: string]: unknown;
}

interface PreCheckCall {
  readonly body: PreCheckRequest;
  readonly key: Caller;
  readonly now: Date;
}

type PreCheckPorts = Pick<WebPorts, 'catalogue' | 'identities' | 'dupeChecks' | 'claims' | 'leads'>;

/**
 * Whether a lead with these identities would meet a duplicate claim. The policy of each offer in question decides.
 * Stores nothing. Throws RequestRefused, or an outage.
 */
export async function preCheckDuplicate(
  ports: PreCheckPorts,
  { body, key, now }: PreCheckCall,
): Promise<boolean> {
  const { catalogue, dupeChecks, claims, leads } = ports;
  const parts = usableParts(body);
  if (Object.keys(parts).length === 0) throw refused('no_usable_field');
  const offers = askedOffers(catalogue.current(), key.affiliate_id, body.offer_id);
  const identities = ports.identities.keysOf(identityFormsOf(parts));
  const affiliate = catalogue.current().affiliates.get(key.affiliate_id);
  // Only a call that can be answered counts toward the limit.
  const over = await dupeChecks.take(
    key.affiliate_id,
    affiliate?.dupe_checks_per_day ?? DUPE_CHECKS_PER_DAY,
    now,
  );
  if (over) throw new RequestRefused({ why: 'too_often', retry_after_seconds: secondsUntil(over, now) });
  const isLikely = (held: readonly ClaimedIdentity[]): boolean =>
    offers.some((offer) => {
      const scope = { offer: offer.id, buyer: offer.buyer.id };
      return ownersInTheWay(held, identities, offer.duplicates, scope, now).length > 0;
    });
  // Only live leads have claims, and a test key sees none of them (ADR 31).
  const isNone = key.is_test || identities.length === 0;
  const all = isNone ? [] : await claims.owners(identities.map((one) => one.key));
  const held = affiliate?.dupe_check === true ? all : ownedBy(all, key.affiliate_id);
  // Read the leads only if the answer depends on an old claim.
  const likely = isLikely(held) || isLikely(await claimOwnersNow(leads, held, { identities, offers, now }));
  dupeChecks.answered(affiliate?.handle ?? '', likely, now);
  return likely;
}

/**
 * The named offer, which must be on a campaign of the affiliate. Without a name, every offer of its active campaigns.
 */
function askedOffers(catalogue: Catalogue, affiliateId: string, offerId: string | undefined): Offer[] {
  const own = [...catalogue.campaigns.values()].filter(
    ({ affiliate, status }) => affiliate.id === affiliateId && status !== 'retired',
  );
  if (offerId === undefined) return offersOf(own.filter(({ status }) => status === 'active'));
  const offer = offersOf(own).find(({ id }) => id === offerId);
  if (!offer) throw notYours('offer_id');
  return [offer];
}

const offersOf = (campaigns: readonly Campaign[]): Offer[] =>
  campaigns.flatMap(({ offers }) => [...offers.values()].map(({ offer }) => offer));

const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * The hash of each usable part. It is made from the raw value if that can be normalized. Otherwise it is the hash
 * that was sent, if its format is valid.
 */
export function usableParts(body: PreCheckRequest): PartHashes {
  const hashed = typeof body.hashed === 'object' && body.hashed !== null ? body.hashed : {};
  const parts: PartHashes = {};
  for (const part of IDENTITY_PARTS) {
    const raw = body[part];
    const sent = (hashed as Readonly<Record<string, unknown>>)[part];
    const hash =
      (typeof raw === 'string' ? hashPart(part, raw) : undefined) ??
      (typeof sent === 'string' && SHA256_HEX.test(sent) ? sent : undefined);
    if (hash !== undefined) parts[part] = hash;
  }
  return parts;
}
