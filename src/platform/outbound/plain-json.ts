import type { BuyerAnswer } from '../../core/delivery/delivered.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import { readPartnerResults } from './partner-results.js';
import type { ReadResults } from '../../core/search/partner-result.js';

const OUTCOMES = ['accepted', 'rejected', 'duplicate', 'pending', 'retry'] as const;

/**
 * An answer in our own shape, for destinations without rules:
 * `{ "result": "accepted" | "rejected" | "duplicate" | "pending" | "retry", "reason"?, "reference"? }` with 200 or
 * 202. A 4xx or 5xx is read only when its body says `retry`.
 */
export function readPlainAnswer({ status, body }: Omit<HttpAnswer, 'headers'>): {
  readonly answer?: BuyerAnswer;
  readonly detail: string;
} {
  const said = parseObject(body);
  const outcome = OUTCOMES.find((known) => known === said?.['result']);
  const readable = status === 200 || status === 202 || (outcome === 'retry' && status >= 400);
  if (!said || !outcome || !readable) return { detail: 'answer: no rule reads it' };
  const { reason, reference } = said;
  return {
    answer: {
      outcome,
      // A sale is never lost over a badly typed side remark: what is no text is left out.
      ...(typeof reason === 'string' && reason !== '' ? { reason } : {}),
      ...(typeof reference === 'string' && reference !== '' ? { reference } : {}),
    },
    detail: `result ${outcome}`,
  };
}

/** A partner's answer in our own shape, `{ "results": [...] }` with 200; undefined when it is none. */
export const readPlainResults = ({ status, body }: HttpAnswer): ReadResults | undefined =>
  status === 200 ? readPartnerResults(parseObject(body)) : undefined;

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
