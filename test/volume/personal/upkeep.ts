import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { derivedId } from '../../../src/platform/catalogue-files/defaults.js';
import { BUYERS } from './catalogue.js';
import { newTruth, personIn, submitIn } from './truth.js';
import type { World } from './world.js';

/** What a lead of traffic was answered: its id. Absent: it was never answered. */
export interface Traffic {
  readonly sent: number;
  readonly acknowledged: readonly string[];
  /** No more calls. */
  stop(): void;
  end(): Promise<void>;
}

const EVERY_MS = 400;
const PATIENCE_MS = 15_000;

/** Posts leads of one affiliate to one buyer, and repeats each call under its key until it is answered. */
export function openTraffic(world: World): Traffic {
  const acknowledged: string[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  let isOver = false;
  const one = async (): Promise<void> => {
    const truth = newTruth(-2);
    const owner = {
      svc_campaign_id: derivedId('campaign', 'southwind'),
      svc_affiliate_id: derivedId('affiliate', 'southwind'),
      svc_offer_id: derivedId('offer', 'echoes'),
    };
    const body = JSON.stringify({ ...owner, ...personIn(truth), ...submitIn(truth) });
    const headers = {
      authorization: `Bearer ${world.keys.southwind}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    for (let tries = 0; tries < 100 && !(isOver && tries > 20); tries += 1) {
      const answer = await fetch(`${world.web}/api/v1/engine/leads`, {
        ...{ method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) },
      }).then(
        async (response) => (response.ok ? ((await response.json()) as { svc_lead_id: string }) : undefined),
        () => undefined,
      );
      if (answer) {
        acknowledged.push(answer.svc_lead_id);
        return;
      }
      await sleep(1_000);
    }
  };
  const sending = (async () => {
    while (!isOver) {
      sent += 1;
      const call = one().finally(() => open.delete(call));
      open.add(call);
      await sleep(EVERY_MS);
    }
    await Promise.all(open);
  })();
  return {
    acknowledged,
    get sent() {
      return sent;
    },
    stop() {
      isOver = true;
    },
    async end() {
      isOver = true;
      await sending;
    },
  };
}

/** The statements that nothing may change: of everybody who has no part in the traffic. */
export async function statementsOf(world: World): Promise<ReadonlyMap<string, string>> {
  const month = new Date().toISOString().slice(0, 7);
  const parties = [
    ['affiliate', 'northwind'],
    ...BUYERS.filter((buyer) => buyer !== 'echoes').map((buyer) => ['buyer', buyer]),
  ] as const;
  const printed = new Map<string, string>();
  for (const [kind = '', handle = ''] of parties)
    for (const form of ['--json', '--csv'])
      printed.set(
        `${kind} ${handle} ${form}`,
        await world.leadkeep('statement', kind, handle, '--month', month, form),
      );
  return printed;
}

const DAY_MS = 86_400_000;

/** As if the affiliate's records had come so many days earlier. */
export async function makeEarlier(connection: Connection, days: number): Promise<void> {
  const affiliate_id = derivedId('affiliate', 'northwind');
  for (const [name, age] of [
    ['leads', 'received_at'],
    ['searches', 'created_at'],
  ] as const)
    for (const row of await connection
      .collection<{ readonly _id: string }>(name)
      .find({ affiliate_id } as object)
      .toArray()) {
      const at = (row as unknown as Readonly<Record<string, Date>>)[age];
      if (at)
        await connection
          .collection<{ _id: string }>(name)
          .updateOne({ _id: row._id }, { $set: { [age]: new Date(at.getTime() - days * DAY_MS) } });
    }
}
