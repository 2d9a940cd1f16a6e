import type { OfferEntry } from '../core/catalogue/document.js';
import { missingCallbackSecrets, missingSecrets } from '../platform/outbound/secrets.js';

/** What is no fault of a catalogue and may surprise: the processes may well run in another environment than this. */
export function warningsOf(offers: readonly OfferEntry[], env: NodeJS.ProcessEnv): string[] {
  const called = handlesOf(offers.filter(namesCallbackUrl));
  const silent = handlesOf(
    offers.filter((offer) => offer.delivery.callback && offer.delivery.body && !namesCallbackUrl(offer)),
  );
  const hasPublicUrl = (env['PUBLIC_URL'] ?? '').trim() !== '';
  return [
    ...[...missingSecrets(offers, env)].map(
      ([name, users]) => `secret ${name} is not set here; its workers need it for ${users.join(', ')}`,
    ),
    ...[...missingCallbackSecrets(offers, env)].map(
      ([name, users]) =>
        `secret ${name} is not set here; web needs it for callbacks about ${users.join(', ')}`,
    ),
    ...(called !== '' && !hasPublicUrl
      ? [`PUBLIC_URL is not set here; without it there is no callback_url for ${called}`]
      : []),
    ...(silent !== ''
      ? [`the body never names callback_url, so nobody learns where to call back: ${silent}`]
      : []),
  ];
}

const namesCallbackUrl = ({ delivery }: OfferEntry): boolean => /\bcallback_url\b/.test(delivery.body ?? '');

const handlesOf = (offers: readonly OfferEntry[]): string => offers.map(({ handle }) => handle).join(', ');
