import { timingSafeEqual } from 'node:crypto';
import type { Campaign, Catalogue } from '../../core/catalogue/types.js';
import { hexOf } from '../../core/lead/key-level.js';
import type { Identities } from '../ports/identities.js';

/** Where `web` serves the pages of links. */
export const POSTING_PATH = '/posting/';

/** A link that works: its campaign, and when it ends. */
export interface PostingLink {
  readonly campaign: Campaign;
  readonly until: Date;
}

type Hash = Pick<Identities, 'keyedHash'>;
type Hashes = Pick<Identities, 'hashesToFind'>;

const SIGNED = /^([0-9a-f]{32})-([0-9a-z]{6,8})-([0-9a-f]{40})$/;

/** A campaign, and the affiliate for which the link is made. */
type Linked = Pick<Campaign, 'id'> & { readonly affiliate: Pick<Campaign['affiliate'], 'id'> };

const plain = (id: string): string => id.replaceAll('-', '');
const textOf = ({ id, affiliate }: Linked, until: string): string =>
  `posting link 2:${plain(id)}:${plain(affiliate.id)}:${until}`;
const signatureOf = (keyedHash: string): string => hexOf(keyedHash).slice(0, 40);

/**
 * The part of a link that names a campaign and an end, signed with 160 bits for the campaign's present affiliate. It is not
 * stored.
 */
export function postingToken(identities: Hash, campaign: Linked, until: Date): string {
  const seconds = Math.floor(until.getTime() / 1_000).toString(36);
  return `${plain(campaign.id)}-${seconds}-${signatureOf(identities.keyedHash(textOf(campaign, seconds)))}`;
}

/**
 * Undefined: expired, changed, its campaign or affiliate is no more, or the campaign is another affiliate's now. All of them
 * are answered alike.
 */
export function openPostingLink(
  identities: Hashes,
  catalogue: Catalogue,
  token: string,
  now: Date,
): PostingLink | undefined {
  const [, id, seconds, signature] = SIGNED.exec(token) ?? [];
  if (id === undefined || seconds === undefined || signature === undefined) return undefined;
  const campaign = catalogue.campaigns.get(id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
  if (!campaign) return undefined;
  const sent = Buffer.from(signature);
  const fits = identities
    .hashesToFind(textOf(campaign, seconds))
    .map((hash) => timingSafeEqual(sent, Buffer.from(signatureOf(hash))));
  if (!fits.includes(true)) return undefined;
  const until = new Date(Number.parseInt(seconds, 36) * 1_000);
  const isOver = until <= now || campaign.status === 'retired' || campaign.affiliate.status !== 'active';
  return isOver ? undefined : { campaign, until };
}
