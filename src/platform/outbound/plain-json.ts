import type { BuyerAnswer } from '../../core/ports/destinations.js';
import type { HttpAnswer } from './exchange.js';
import type { Mapping } from './mapping.js';
import { readPartnerResults } from './partner-results.js';

const OUTCOMES = ['accepted', 'rejected', 'duplicate', 'pending', 'retry'] as const;

/**
 * The mapping of a destination that speaks our own shape: it gets the whole lead as JSON and answers
 * `{ "result": "accepted" | "rejected" | "duplicate" | "pending" | "retry", "reason"?, "reference"? }` with 200 or
 * 202. A 4xx or 5xx is read only when its body says `retry`; a partner's search is read with 200 alone.
 */
export const plainJson: Mapping = {
  request: (lead) => ({
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(lead),
  }),
  readAnswer,
  readResults: (answer) => (answer.status === 200 ? readPartnerResults(parseObject(answer.body)) : undefined),
};

function readAnswer({ status, body }: HttpAnswer): BuyerAnswer | undefined {
  const said = parseObject(body);
  const outcome = OUTCOMES.find((known) => known === said?.['result']);
  if (!said || !outcome) return undefined;
  const readable = status === 200 || status === 202 || (outcome === 'retry' && status >= 400);
  if (!readable) return undefined;
  const { reason, reference } = said;
  return {
    outcome,
    // A sale is never lost over a badly typed side remark: what is no text is left out.
    ...(typeof reason === 'string' && reason !== '' ? { reason } : {}),
    ...(typeof reference === 'string' && reference !== '' ? { reference } : {}),
  };
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
