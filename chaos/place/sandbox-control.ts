import type { Received } from '../../sandbox/memory.js';
import { DIRECT_BUYERS, PARTNERS } from '../plan/offers.js';

/** How often each of them misbehaves, and how. */
const RATES = { Hangup: 0.05, Timeout: 0.05, Busy: 0.05, Garbage: 0.05, Duplicate: 0.05, Later: 0.05 };

/** Tells every buyer and partner of the sandbox to misbehave by chance. */
export async function prepareSandbox(url: string): Promise<void> {
  const parties = [...DIRECT_BUYERS.map((buyer) => ({ buyer })), ...PARTNERS.map((partner) => ({ partner }))];
  for (const party of parties) {
    const answer = await fetch(`${url}/control`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...party, rates: RATES }),
    });
    if (!answer.ok) throw new Error(`the sandbox refuses: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

/** Everything that the sandbox received. */
export async function readReceived(url: string): Promise<Received[]> {
  return (await (await fetch(`${url}/received`)).json()) as Received[];
}
