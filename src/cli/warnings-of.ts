import type { CatalogueDocument, OfferEntry } from '../core/catalogue/document.js';
import { SECRETS_NEEDED } from '../core/catalogue/secrets-needed.js';
import { lacking, unsetWords } from './wiring/secrets.js';

type Given = Pick<CatalogueDocument, 'affiliates' | 'alerts' | 'buyers' | 'offers' | 'campaigns'>;

/**
 * Warnings about a valid catalogue. They are not errors: Leadkeep's processes may run in a different environment. `next`: the
 * catalogue as it comes into force, with the entries that it retires, which may need secrets too.
 */
export function warningsOf(document: Given, env: NodeJS.ProcessEnv, next: Given = document): string[] {
  const { offers, campaigns } = document;
  const sold = new Set(campaigns.flatMap((campaign) => campaign.offers.map(({ offer_id }) => offer_id)));
  const unsold = handlesOf(offers.filter(({ id, status }) => status === 'active' && !sold.has(id)));
  const endless = handlesOf(offers.filter(isEndless));
  const called = handlesOf(offers.filter(namesCallbackUrl));
  const silent = handlesOf(
    offers.filter((offer) => offer.delivery.callback && offer.delivery.body && !namesCallbackUrl(offer)),
  );
  const hasPublicUrl = (env['PUBLIC_URL'] ?? '').trim() !== '';
  return [
    ...missingSecretWarnings(next, env),
    ...(called !== '' && !hasPublicUrl
      ? [`PUBLIC_URL is not set in this environment; without it, ${called} gets no callback_url`]
      : []),
    ...oddPorts(offers),
    ...(unsold !== '' ? [`no campaign sells ${unsold}: add it to a campaign's offers`] : []),
    ...(endless !== ''
      ? [
          `${endless} may answer pending, but has neither follow_up nor callback_url in the body: only leadkeep lead settle can end such a lead`,
        ]
      : []),
    ...(silent !== ''
      ? [`the body never contains callback_url, so the buyer does not know where to call back: ${silent}`]
      : []),
  ];
}

/** A sentence for each secret that is not set in this environment and that a process needs (`SECRETS_NEEDED`). */
export const missingSecretWarnings = (document: Given, env: NodeJS.ProcessEnv): string[] =>
  SECRETS_NEEDED.flatMap(({ need, needed }) =>
    [...lacking(needed(document), env)].map(
      ([name, users]) => `locally, secret ${name} ${unsetWords(name, env)}; ${need} ${users.join(', ')}`,
    ),
  );

const namesCallbackUrl = ({ delivery }: OfferEntry): boolean => /\bcallback_url\b/.test(delivery.body ?? '');

/** Whether a pending lead cannot end: no follow-up and no callback URL. Offers with callbacks get their own warning. */
const isEndless = (offer: OfferEntry): boolean => {
  const { answers = [], follow_up, callback, body } = offer.delivery;
  const isPending = answers.some(({ outcome }) => outcome === 'pending');
  return isPending && !follow_up && !callback && body !== undefined && !namesCallbackUrl(offer);
};

const handlesOf = (offers: readonly OfferEntry[]): string => offers.map(({ handle }) => handle).join(', ');

/** The usual ports of web servers, also behind a proxy. An empty port is the default port. */
const USUAL = ['', '80', '443', '8080', '8443'];

/** Warns of ports that web servers rarely use: they may be a typo, or belong to a different kind of server. */
export function oddPorts(offers: readonly OfferEntry[]): string[] {
  return offers.flatMap(({ handle, status, delivery, partner, verify = [] }) => {
    const urls = [delivery.url, delivery.follow_up?.url, delivery.test_url, partner?.search.url];
    const steps = verify.flatMap(({ url, test_url }) => [url, test_url]);
    const ports = [...urls, partner?.search.test_url, ...steps].flatMap((url) => portOf(url));
    const odd = [...new Set(ports)].filter((port) => !USUAL.includes(port));
    return status === 'retired' || odd.length === 0
      ? []
      : [`${handle} goes to port ${odd.join(', ')}, which is unusual for a web server`];
  });
}

function portOf(url: string | undefined): string[] {
  const filled = url?.replaceAll('${reference}', 'reference') ?? '';
  if (!URL.canParse(filled)) return [];
  const { hostname, port } = new URL(filled);
  // The sandbox on this machine may use any port.
  return hostname === 'localhost' || hostname.startsWith('127.') ? [] : [port];
}
