import { setTimeout as sleep } from 'node:timers/promises';
import type { Received } from '../../sandbox/memory.js';
import { signatureOf } from '../../sandbox/answering/call-back.js';
import type { Environment } from '../environment/environment.js';
import { readReceived } from '../environment/sandbox-control.js';
import { REASON, SECRET, SIGNING, STAGE } from '../plan/books.js';
import type { Buyer } from '../plan/offers.js';
import { entryName } from '../verdicts/evidence.js';
import type { KeptBooks } from './keep-books.js';
import { soldLeads } from './sold-leads.js';

const EVERY_MS = 4_000;
const TIMEOUT_MS = 10_000;
/** Calls of one round. A lead whose call failed is called about again in the next one. */
const AT_A_TIME = 20;

/**
 * Buyers that send leads back and report stages by signed callbacks, to the address that came with each lead. They call until they hear an
 * answer. Runs until `over`.
 */
export async function callBack(
  { db, sandboxUrl }: Pick<Environment, 'db' | 'sandboxUrl'>,
  kept: KeptBooks,
  over: AbortSignal,
): Promise<void> {
  const [answered, reported] = [new Set<string>(), new Set<string>()];
  const received: Received[] = [];
  for (;;) {
    await sleep(EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const sold = await soldLeads(db).catch(() => []);
    const due = sold.filter(
      ({ id, plan, returns }) => plan === 'by callback' && returns === 0 && !answered.has(id),
    );
    // Also of leads that are returned.
    const reached = sold.filter(({ id, buyer }) => SIGNING.has(buyer as Buyer) && !reported.has(id));
    if (due.length + reached.length === 0) continue;
    received.push(...(await readReceived(sandboxUrl, received.at(-1)?.n).catch(() => [])));
    for (const { id } of due.slice(0, AT_A_TIME)) {
      const url = addressOf(received, id);
      const { status } = await call(url, { result: 'returned', reason: REASON }, over);
      if (!isAnswer(status)) continue;
      answered.add(id);
      if (status === 200) kept.acknowledged.add(entryName({ kind: 'return', lead_id: id }));
      else kept.refused += 1;
    }
    for (const { id } of reached.slice(0, AT_A_TIME)) {
      const said = { result: 'stage', stage: STAGE.code, value: 1_200 };
      const { status, changed } = await call(addressOf(received, id), said, over);
      if (!isAnswer(status)) continue;
      reported.add(id);
      if (status === 200 && changed) kept.stages.add(`${id}:${STAGE.code}`);
    }
  }
}

/** The callback address of the newest request for the lead. */
function addressOf(received: readonly Received[], id: string): string | undefined {
  const sent = received.findLast(({ what, idempotency_key }) => what === 'lead' && idempotency_key === id);
  return ((sent?.body ?? {}) as { readonly callback_url?: string }).callback_url;
}

/** Whether a call need not be repeated. */
const isAnswer = (status: number): boolean => status > 0 && status < 500 && status !== 429;

const NO_ANSWER = { status: 0, changed: false };

/** The status of the answer, 0 if there was none, and whether the call changed something. */
async function call(
  url: string | undefined,
  said: object,
  over: AbortSignal,
): Promise<{ readonly status: number; readonly changed: boolean }> {
  if (url === undefined) return NO_ANSWER;
  const body = JSON.stringify(said);
  const headers = {
    'content-type': 'application/json',
    'leadkeep-signature': signatureOf(SECRET.value, body, new Date()),
  };
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), over]);
    const answer = await fetch(url, { method: 'POST', body, headers, signal });
    const { changed } = (await answer.json()) as { readonly changed?: boolean };
    return { status: answer.status, changed: changed === true };
  } catch {
    return NO_ANSWER;
  }
}
