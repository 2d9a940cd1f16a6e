import { KINDS_OF_ATTEMPTS, type Exchange, type KeptText } from '../exchanges/exchange.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { NameEntry } from './names.js';

/** A request with its answer, as operators read it. */
export const exchangeView = (
  {
    id,
    kind,
    submission_or_run: part,
    number,
    destination,
    at,
    took_ms,
    outcome,
    detail,
    request,
    answer,
  }: Exchange,
  name: NameEntry,
) => ({
  ...{ id, kind, submission: kind === 'search' || OF_MESSAGES.includes(kind) ? null : part },
  attempt: KINDS_OF_ATTEMPTS.includes(kind) && number > 0 ? number : null,
  offer: TO_OFFERS.includes(kind) ? name('offers', destination) : null,
  destination: kind === 'callback' ? null : destination,
  ...{ at, took_ms, outcome, detail: detail ?? null },
  request: { ...request, body: request.body ? textView(request.body) : null },
  answer: answer ? { ...answer, status: answer.status ?? null, body: textView(answer.body) } : null,
});

const OF_MESSAGES: readonly Exchange['kind'][] = ['webhook', 'postback'];
const TO_OFFERS: readonly Exchange['kind'][] = ['delivery', 'search', 'follow_up'];

const textView = ({ text, cut_of }: KeptText) => ({ text, cut_of: cut_of ?? null });

/** Why nothing is kept about a lead, in a sentence. */
export function whyNothingKept({
  forgotten,
  attempts,
  decision,
}: Pick<LeadRecord, 'forgotten' | 'attempts' | 'decision'>): string {
  if (forgotten) return 'Requests and answers were removed together with the personal data.';
  if (attempts.length === 0)
    return decision
      ? 'There are no requests. The lead was decided before one was made, or they have been deleted.'
      : 'Nothing was sent yet.';
  return 'There are no requests yet, or they’re gone. New ones appear within seconds. Older ones are deleted after their retention period. A few can be missing if a process stopped unexpectedly.';
}
