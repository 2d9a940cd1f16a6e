import { randomBytes } from 'node:crypto';
import { headHash, NO_HEAD, treeOf } from '../../core/consent/consent-chain.js';
import type { ConsentStore, KeptEvidence } from '../ports/consent-store.js';
import type { LeadStore } from '../ports/lead-store.js';

export interface ChainPorts {
  readonly consents: Pick<ConsentStore, 'heads' | 'waiting' | 'remove' | 'place' | 'addHead' | 'settle'>;
  readonly leads: Pick<LeadStore, 'withoutEvidence'>;
  readonly clock: () => Date;
}

const DAY_MS = 86_400_000;
/** Clocks of processes may differ by less than this. */
const CLOCKS_MS = 10 * 60_000;
const BATCH = 1_000;

/**
 * Puts the evidence of the day that is over, and of days before that have none, into a tree, and the root at the end of the
 * chain. It may be killed anywhere, and two may run at once: evidence waits until the head of its own tree is stored, and a
 * day has one head. A day without evidence has none. Throws on an outage.
 */
export async function chainEvidence(ports: ChainPorts): Promise<void> {
  const { consents, clock } = ports;
  const today = new Date(clock().getTime() - CLOCKS_MS).toISOString().slice(0, 10);
  const midnight = new Date(`${today}T00:00:00Z`);
  const day = new Date(midnight.getTime() - DAY_MS).toISOString().slice(0, 10);
  const newest = (await consents.heads()).at(-1);
  if (newest) await consents.settle(newest.tree, midnight);
  if (newest && newest.day >= day) return;
  const waiting = await wanted(ports, await consents.waiting(midnight));
  if (waiting.length === 0) return;
  const secret = randomBytes(32).toString('hex');
  const { root, paths } = treeOf(
    waiting.map(({ digest }) => digest),
    secret,
  );
  await consents.place(
    secret,
    waiting.map(({ id, digest }) => ({ id, path: paths.get(digest) ?? [] })),
  );
  const head = { day, prev: newest?.hash ?? NO_HEAD, root };
  if (await consents.addHead({ ...head, hash: headHash(head), tree: secret }))
    await consents.settle(secret, midnight);
}

/**
 * Removes evidence of persons whose erasure removes it: a process that stood still may have kept it after that. All evidence
 * passes here once, so it is enough to look here.
 */
async function wanted(
  { consents, leads }: Pick<ChainPorts, 'consents' | 'leads'>,
  waiting: readonly Pick<KeptEvidence, 'id' | 'lead_id' | 'digest'>[],
): Promise<readonly Pick<KeptEvidence, 'id' | 'digest'>[]> {
  const kept: Pick<KeptEvidence, 'id' | 'digest'>[] = [];
  for (let at = 0; at < waiting.length; at += BATCH) {
    const some = waiting.slice(at, at + BATCH);
    const unwanted = await leads.withoutEvidence([...new Set(some.map(({ lead_id }) => lead_id))]);
    await consents.remove(some.flatMap(({ id, lead_id }) => (unwanted.has(lead_id) ? [id] : [])));
    kept.push(...some.filter(({ lead_id }) => !unwanted.has(lead_id)));
  }
  return kept;
}
