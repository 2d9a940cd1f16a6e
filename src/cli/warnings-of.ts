import type { CatalogueDocument, OfferEntry } from '../core/catalogue/document.js';
import { oddPorts } from './odd-ports.js';
import { unsetWords } from '../platform/outbound/secret-value.js';
import { missingCallbackSecrets, missingSecrets } from '../platform/outbound/secrets.js';

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
