import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../src/core/exchanges/exchange.js';
import { minute } from './stored-records.js';

/** A delivery that was answered. */
export const anExchange = (over: Partial<Exchange> = {}): Exchange => ({
  ...{
    id: randomUUID(),
    kind: 'delivery',
    of: 'lead',
    record_id: randomUUID(),
    submission_or_run: 1,
    number: 1,
  },
  ...{ destination: 'offer-1', at: minute(0), took_ms: 12, outcome: 'answered', status: 200 },
  request: {
    ...{ method: 'POST', url: 'https://buyer.example/leads?k=1', headers: { accept: '*/*' } },
    body: { text: '{"email":"ada@example.com"}' },
  },
  answer: { status: 200, headers: {}, body: { text: '{"result":"accepted","name":"Ada"}' } },
  ...over,
});
