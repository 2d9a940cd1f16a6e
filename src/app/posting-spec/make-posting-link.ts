import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Campaign, Catalogue } from '../../core/catalogue/types.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { Identities } from '../ports/identities.js';
import { POSTING_PATH, postingToken } from './posting-links.js';

const DAY_MS = 86_400_000;
/** The longest that a link may work, in days. */
export const MAX_LINK_DAYS = 365;
export const LINK_DAYS = 30;

export interface LinkPorts {
  readonly identities: Pick<Identities, 'keyedHash'>;
  readonly catalogue: Catalogue;
  readonly audit: AuditPorts;
  /** The address of `web` for others (PUBLIC_URL). */
  readonly publicUrl?: string | undefined;
}

export interface MadeLink {
  /** Without PUBLIC_URL, the path alone. */
  readonly url: string;
  readonly is_whole: boolean;
  readonly until: Date;
}

/** A campaign by handle or id that is not retired. Throws an ActRefused. */
export function campaignNamed({ campaigns }: Pick<Catalogue, 'campaigns'>, text: string): Campaign {
  const known = [...campaigns.values()].filter(({ status }) => status !== 'retired');
  const found = known.find(({ handle, id }) => handle === text || id === text.toLowerCase());
  if (found) return found;
  const handles = known.map(({ handle }) => handle);
  throw new ActRefused(
    'unknown',
    `There is no campaign ${text} in the catalogue${didYouMean(text, handles)}`,
    'handle',
  );
}

/** Signs a link to the posting specification of a campaign. The audit log has who made it, and not the link. */
export async function makePostingLink(
  { identities, catalogue, audit, publicUrl = '' }: LinkPorts,
  { campaign: text, days }: { readonly campaign: string; readonly days: number },
): Promise<MadeLink> {
  const campaign = campaignNamed(catalogue, text);
  const until = new Date(audit.clock().getTime() + days * DAY_MS);
  const act = {
    action: 'campaign.link',
    on: { kind: 'campaign', ids: [campaign.id] },
    facts: { until: until.toISOString() },
  } as const;
  const token = await audited(audit, act, () => Promise.resolve(postingToken(identities, campaign, until)));
  const base = publicUrl.trim().replace(/\/$/, '');
  return { url: `${base}${POSTING_PATH}${token}`, is_whole: base !== '', until };
}
