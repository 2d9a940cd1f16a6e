import type { Affiliate, Campaign, Catalogue } from '../catalogue/types.js';
import type { PostbackSettings, WebhookSettings } from './webhook-settings.js';

export const ENDPOINT_KINDS = ['webhook', 'postback'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

interface EndpointOf {
  /** `webhook:campaign:<id>`. What waits for it, its breaker and its pause are kept under this name. */
  readonly lane: string;
  readonly owner: 'affiliate' | 'campaign';
  readonly owner_id: string;
  readonly handle: string;
  readonly affiliate_id: string;
}

/** An address that is told, and whose it is. */
export type Endpoint = EndpointOf &
  (
    | { readonly kind: 'webhook'; readonly settings: WebhookSettings }
    | { readonly kind: 'postback'; readonly settings: PostbackSettings }
  );

type Ends = Pick<Catalogue, 'affiliates' | 'campaigns'>;

/** The endpoint that hears of a campaign's leads: the campaign's own, else its affiliate's. */
export function endpointFor<Kind extends EndpointKind>(
  { affiliates, campaigns }: Ends,
  kind: Kind,
  affiliateId: string,
  campaignId: string,
): Extract<Endpoint, { kind: Kind }> | undefined {
  const campaign = campaigns.get(campaignId);
  const affiliate = affiliates.get(affiliateId);
  const found =
    (campaign?.affiliate.id === affiliateId
      ? endpointOf('campaign', campaign, affiliateId, kind)
      : undefined) ??
    (affiliate && endpointOf('affiliate', affiliate, affiliateId, kind));
  return found as Extract<Endpoint, { kind: Kind }> | undefined;
}

/** All endpoints of the catalogue, by lane. Retired entries have none. */
export function endpointsOf({ affiliates, campaigns }: Ends): ReadonlyMap<string, Endpoint> {
  const all = [
    ...[...affiliates.values()].flatMap((affiliate) => bothOf('affiliate', affiliate, affiliate.id)),
    ...[...campaigns.values()].flatMap((campaign) => bothOf('campaign', campaign, campaign.affiliate.id)),
  ];
  return new Map(all.map((endpoint) => [endpoint.lane, endpoint]));
}

const bothOf = (owner: EndpointOf['owner'], entry: Affiliate | Campaign, affiliateId: string): Endpoint[] =>
  ENDPOINT_KINDS.flatMap((kind) => endpointOf(owner, entry, affiliateId, kind) ?? []);

function endpointOf(
  owner: EndpointOf['owner'],
  entry: Affiliate | Campaign,
  affiliate_id: string,
  kind: EndpointKind,
): Endpoint | undefined {
  const settings = entry[kind];
  if (!settings || entry.status === 'retired') return undefined;
  const { id, handle } = entry;
  const of = { lane: `${kind}:${owner}:${id}`, owner, owner_id: id, handle, affiliate_id };
  return { ...of, kind, settings } as Endpoint;
}

/** The name of an endpoint for people: `webhook:campaign:spring`. Handles are unique among entries of a kind. */
export const endpointName = ({ kind, owner, handle }: Endpoint): string => `${kind}:${owner}:${handle}`;
