import type { Received } from '../../sandbox/memory.js';
import { SECRET, SIGNING } from '../plan/books.js';
import { CLOSED_BUYER, DIRECT_BUYERS, PARTNERS } from '../plan/offers.js';

/** How often each party misbehaves, and how. */
const RATES = {
  ...{ Hangup: 0.05, Timeout: 0.05, Busy: 0.05, Garbage: 0.05, Duplicate: 0.05, Later: 0.05 },
  ...{ LaterReject: 0.03, Callback: 0.04, CallbackReject: 0.03, CallbackTwice: 0.02 },
};
/** Only behavior that leaves no outcome unknown. */
const DECENT = { Duplicate: 0.05, Reject: 0.05, Later: 0.05, Callback: 0.05 };

/** Makes every buyer and partner of the sandbox misbehave at random, or stops that. */
export async function prepareSandbox(url: string, misbehaves: boolean): Promise<void> {
  const parties = [...DIRECT_BUYERS.map((buyer) => ({ buyer })), ...PARTNERS.map((partner) => ({ partner }))];
  const rates = misbehaves ? RATES : DECENT;
  for (const party of parties) await put(`${url}/control`, { ...party, rates });
  // They sign their callbacks, so they may also send leads back.
  for (const buyer of SIGNING)
    await send('PATCH', `${url}/parties/${buyer}`, { callback: { secret: `\${secret:${SECRET.name}}` } });
  // No request may reach it; any that does is recorded.
  await put(`${url}/parties/${CLOSED_BUYER}`, { kind: 'buyer', name: 'Nightfall' });
}

const put = (url: string, body: object): Promise<void> => send('PUT', url, body);

async function send(method: 'PUT' | 'PATCH', url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the sandbox refuses: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** The requests that the sandbox received: all, or those after number `since`. The key of one for a lead is the lead's id. */
export async function readReceived(url: string, since = 0): Promise<Received[]> {
  const received = (await (await fetch(`${url}/received?since=${since}`)).json()) as Received[];
  return received.map((one) => (one.what === 'lead' ? { ...one, idempotency_key: leadOf(one) } : one));
}

/** The key of a later submission has its number behind the id. */
const leadOf = ({ idempotency_key: key }: Received): string => key.split(':')[0] ?? '';
