import { setTimeout as sleep } from 'node:timers/promises';
import type { Received } from '../../sandbox/memory.js';
import { signatureOf } from '../../sandbox/answering/call-back.js';
import type { Environment } from '../environment/environment.js';
import { readReceived } from '../environment/sandbox-control.js';
import { REASON, SECRET } from '../plan/books.js';
import { entryName } from '../verdicts/evidence.js';
import type { KeptBooks } from './keep-books.js';
import { soldLeads } from './sold-leads.js';

const EVERY_MS = 4_000;
const TIMEOUT_MS = 10_000;
/** Calls of one round. A lead whose call failed is called about again in the next one. */
const AT_A_TIME = 20;

/**
 * Buyers that send leads back by signed callbacks, to the address that came with each lead. They call until they hear an
 * answer. Runs until `over`.
 */
export async function callBackReturns(
  { db, sandboxUrl }: Pick<Environment, 'db' | 'sandboxUrl'>,
  kept: KeptBooks,
  over: AbortSignal,
): Promise<void> {
  const answered = new Set<string>();
  const received: Received[] = [];
  for (;;) {
    await sleep(EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const due = (await soldLeads(db).catch(() => [])).filter(
      ({ id, plan, returns }) => plan === 'by callback' && returns === 0 && !answered.has(id),
    );
    if (due.length === 0) continue;
    received.push(...(await readReceived(sandboxUrl, received.at(-1)?.n).catch(() => [])));
    for (const { id } of due.slice(0, AT_A_TIME)) {
      const url = addressOf(received, id);
      const status = url === undefined ? 0 : await call(url, over);
      if (status === 0 || status >= 500 || status === 429) continue;
      answered.add(id);
      if (status === 200) kept.acknowledged.add(entryName({ kind: 'return', lead_id: id }));
      else kept.refused += 1;
    }
  }
}

/** The callback address of the newest request for the lead. */
function addressOf(received: readonly Received[], id: string): string | undefined {
  const sent = received.findLast(({ what, idempotency_key }) => what === 'lead' && idempotency_key === id);
  return ((sent?.body ?? {}) as { readonly callback_url?: string }).callback_url;
}

/** The status of the answer; 0 if there was none. */
async function call(url: string, over: AbortSignal): Promise<number> {
  const body = JSON.stringify({ result: 'returned', reason: REASON });
  const headers = {
    'content-type': 'application/json',
    'leadkeep-signature': signatureOf(SECRET.value, body, new Date()),
  };
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), over]);
    const answer = await fetch(url, { method: 'POST', body, headers, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
