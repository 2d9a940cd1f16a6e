import type { components } from '../api/schema';
import type { Tone } from '../parts/notice';
import { nameOf } from './lead-words';

type Exchange = components['schemas']['Exchange'];

const KINDS: Readonly<Record<Exchange['kind'], string>> = {
  delivery: 'Delivery',
  search: 'Partner search',
  follow_up: 'Follow-up',
  verification: 'Verification step',
  callback: 'Callback from the buyer',
  webhook: 'Webhook',
  postback: 'Postback',
};

/** What it was and whom it went to, like `Delivery to Lakeshore, attempt 1`. */
export function exchangeWords({ kind, offer, destination, attempt }: Exchange): string {
  const to = offer ? nameOf(offer) : destination;
  const joined = kind === 'verification' ? ' ' : ' to ';
  const place = attempt === null ? '' : `, ${kind === 'verification' ? 'before ' : ''}attempt ${attempt}`;
  return `${KINDS[kind]}${to === null ? '' : `${joined}${to}`}${place}`;
}

export const EXCHANGE_OUTCOMES: Readonly<Record<Exchange['outcome'], readonly [words: string, tone: Tone]>> =
  {
    answered: ['Answered', 'plain'],
    never_sent: ['Never sent', 'wait'],
    unknown: ['Nobody knows', 'bad'],
  };
