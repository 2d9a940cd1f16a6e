import type { CatalogueDocument, OfferEntry } from '../core/catalogue/document.js';
import { missingCallbackSecrets, missingSecrets, unsetWords } from './wiring/secrets.js';

/** What is no fault of a catalogue and may surprise: the processes may well run in another environment than this. */
export function warningsOf(
  { offers, campaigns }: Pick<CatalogueDocument, 'offers' | 'campaigns'>,
  env: NodeJS.ProcessEnv,
): string[] {
  const sold = new Set(campaigns.flatMap((campaign) => campaign.offers.map(({ offer_id }) => offer_id)));
  const unsold = handlesOf(offers.filter(({ id, status }) => status === 'active' && !sold.has(id)));
  const endless = handlesOf(offers.filter(isEndless));
  const called = handlesOf(offers.filter(namesCallbackUrl));
  const silent = handlesOf(
    offers.filter((offer) => offer.delivery.callback && offer.delivery.body && !namesCallbackUrl(offer)),
  );
  const hasPublicUrl = (env['PUBLIC_URL'] ?? '').trim() !== '';
  return [
    ...[...missingSecrets(offers, env)].map(
      ([name, users]) =>
        `here secret ${name} ${unsetWords(name, env)}; its workers need it for ${users.join(', ')}`,
    ),
    ...[...missingCallbackSecrets(offers, env)].map(
      ([name, users]) =>
        `here secret ${name} ${unsetWords(name, env)}; web needs it for callbacks about ${users.join(', ')}`,
    ),
    ...(called !== '' && !hasPublicUrl
      ? [`PUBLIC_URL is not set here; without it there is no callback_url for ${called}`]
      : []),
    ...oddPorts(offers),
    ...(unsold !== '' ? [`no campaign sells ${unsold}: name it under a campaign's offers`] : []),
    ...(endless !== ''
      ? [
          `answers of ${endless} may be pending, with neither follow_up nor callback_url in the body: only leadkeep lead settle ends such a lead`,
        ]
      : []),
    ...(silent !== ''
      ? [`the body never names callback_url, so nobody learns where to call back: ${silent}`]
      : []),
  ];
}

const namesCallbackUrl = ({ delivery }: OfferEntry): boolean => /\bcallback_url\b/.test(delivery.body ?? '');

/** Nobody asks how a pending lead ended, and nobody can tell. One that agreed on callbacks is warned of by itself. */
const isEndless = (offer: OfferEntry): boolean => {
  const { answers = [], follow_up, callback, body } = offer.delivery;
  const isPending = answers.some(({ outcome }) => outcome === 'pending');
  return isPending && !follow_up && !callback && body !== undefined && !namesCallbackUrl(offer);
};

const handlesOf = (offers: readonly OfferEntry[]): string => offers.map(({ handle }) => handle).join(', ');

/** The web's, and those of servers behind a proxy. */
const USUAL = ['', '80', '443', '8080', '8443'];

/** Offers whose requests go to a port that web servers seldom have: a slip, or another kind of server behind it. */
export function oddPorts(offers: readonly OfferEntry[]): string[] {
  return offers.flatMap(({ handle, status, delivery, partner }) => {
    const urls = [delivery.url, delivery.follow_up?.url, delivery.test_url, partner?.search.url];
    const ports = [...urls, partner?.search.test_url].flatMap((url) => portOf(url));
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
  // The sandbox's, on this machine, is any.
  return hostname === 'localhost' || hostname.startsWith('127.') ? [] : [port];
}
