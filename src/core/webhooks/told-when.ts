import type { Exchange } from '../exchanges/exchange.js';

/**
 * When the change happened that an affiliate was told. The body of a webhook says it: an operator may send it again long
 * after. A postback has no time, so it counts from its call: it tells of a sale, and a sold lead is never sent again.
 */
export function toldWhen({ at, request: { body } }: Pick<Exchange, 'at' | 'request'>): Date {
  try {
    const { timestamp } = JSON.parse(body?.text ?? '') as { readonly timestamp?: unknown };
    const told = new Date(typeof timestamp === 'string' ? timestamp : Number.NaN);
    return Number.isNaN(told.getTime()) ? at : told;
  } catch {
    return at;
  }
}
