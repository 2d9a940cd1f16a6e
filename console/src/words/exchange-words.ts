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

/**
 * What it was and whom it went to, like `Delivery to Lakeshore, attempt 1`. `submissions`: how many its lead had. If there are
 * several, it says of which one it was.
 */
export function exchangeWords(
  { kind, offer, destination, attempt, submission }: Exchange,
  submissions: number,
): string {
  const to = offer ? nameOf(offer) : destination;
  const joined = kind === 'verification' ? ' ' : ' to ';
  const place = attempt === null ? '' : `, ${kind === 'verification' ? 'before ' : ''}attempt ${attempt}`;
  const part = submissions > 1 && submission !== null ? `, submission ${submission}` : '';
  return `${KINDS[kind]}${to === null ? '' : `${joined}${to}`}${place}${part}`;
}

export const EXCHANGE_OUTCOMES: Readonly<Record<Exchange['outcome'], readonly [words: string, tone: Tone]>> =
  {
    answered: ['Answered', 'plain'],
    never_sent: ['Never sent', 'wait'],
    unknown: ['Unknown', 'bad'],
  };
