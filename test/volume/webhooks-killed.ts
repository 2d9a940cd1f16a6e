/**
 * Leads are decided late and some are returned, while each process is killed every few seconds. Every event must arrive
 * in the order of its lead. Then one affiliate hangs and one answers 500: how long do the others wait? It is not a part
 * of `npm test`:
 *
 *   LEADS=2000 npm test -- test/volume/webhooks-killed.ts
 *
 * PER_SECOND is how many leads are decided (20), WAIT_MINUTES how long it waits for their events (30): a busy machine
 * needs more than the leads take.
 */
import { expect } from 'chai';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { runHere } from '../cli/run-cli.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { openServer, type OpenServer } from '../support/open-server.js';
import { processesWith, type ProcessName, type TestProcess } from '../support/processes.js';
import { privateServices } from '../support/services.js';
import { lateCatalogue, pendingLead } from './late-leads.js';

const LEADS = Number(process.env['LEADS'] ?? 2_000);
const PER_SECOND = Number(process.env['PER_SECOND'] ?? 20);
const WAIT_MS = Number(process.env['WAIT_MINUTES'] ?? 30) * 60_000;
const KILL_EVERY_MS = 4_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const AFFILIATES = ['one', 'two', 'three', 'hangs', 'fails'] as const;
const GOOD = AFFILIATES.slice(0, 3);
const NAMES: readonly ProcessName[] = ['submit', 'sweeper', 'notify'];

interface Heard {
  readonly affiliate: string;
  readonly id: string;
  readonly lead: string;
  readonly sequence: number;
  readonly delayMs: number;
}

describe(`webhooks about ${LEADS} leads`, function () {
  this.timeout(7_200_000);
  const services = privateServices();
  const env = { ...services.env, OUTBOUND_ALLOW: '127.0.0.0/8', LEADKEEP_SECRET_HOOK: SECRET };
  const processes = processesWith(env);
  const dir = makeTempDir();
  const heard: Heard[] = [];
  const wrong: string[] = [];
  let isBad = false;
  let receiver: OpenServer;

  before(async () => {
    receiver = await openServer(
      createServer((request, response) => {
        const [, affiliate = '', what = ''] = (request.url ?? '').split('/');
        if (what === 'status') return void response.writeHead(200).end('{}');
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          if (isBad && affiliate === 'hangs') return;
          if (isBad && affiliate === 'fails') return void response.writeHead(500).end();
          const event = new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as {
            readonly type: string;
            readonly timestamp: string;
            readonly data: Readonly<Record<string, unknown>> & {
              readonly svc_lead_id: string;
              readonly sequence: number;
            };
          };
          const returned = { returned_at: true, return_reason: 'bad_phone', payout_reversed: true };
          const { code, payout, returned_at: at, return_reason, payout_reversed } = event.data;
          const content = {
            code,
            payout,
            ...(at === undefined ? {} : { returned_at: true, return_reason, payout_reversed }),
          };
          const isFirst = event.type === 'lead.decided';
          const right = { code: 'ACCEPTED', payout: 10, ...(isFirst ? {} : returned) };
          if (JSON.stringify(content) !== JSON.stringify(right)) wrong.push(body);
          heard.push({
            ...{ affiliate, id: String(request.headers['webhook-id']), lead: event.data.svc_lead_id },
            sequence: event.data.sequence,
            delayMs: Date.now() - Date.parse(event.timestamp),
          });
          response.writeHead(204).end();
        });
      }),
    );
    const path = dir.write(
      'catalogue.yaml',
      lateCatalogue(
        receiver.url,
        AFFILIATES,
        (name) =>
          `    webhook: { url: "${receiver.url}/${name}", secret: "\${secret:HOOK}", insecure_http: true }\n`,
      ),
    );
    await runHere(env, 'migrate');
    const { code, stderr } = await runHere(env, 'apply', path);
    expect(code, stderr).to.equal(0);
  });
  after(async () => {
    await processes.killAll();
    await receiver.close();
    dir.remove();
    await services.close();
  });

  it('loses none to kills, and one that hangs or fails slows nobody', async () => {
    const running = new Map<ProcessName, TestProcess>();
    for (const name of NAMES) running.set(name, await (await processes.start(name)).ready());
    const calm = await decided(LEADS / 8);
    told('calm', await allHeard(calm));
    isBad = true;
    const bad = await decided(LEADS / 8);
    told('one hangs, one fails', await allHeard(bad, GOOD));
    isBad = false;

    let kills = 0;
    let isOver = false;
    const victims = NAMES.map(async (name) => {
      while (!isOver) {
        await sleep(KILL_EVERY_MS * (0.5 + Math.random()));
        const victim = running.get(name);
        victim?.send('SIGKILL');
        kills += 1;
        await victim?.ended;
        running.set(name, await started(name));
      }
    });
    const killed = await decided(LEADS);
    isOver = true;
    await Promise.all(victims);
    const events = await allHeard(killed);
    told(`${kills} kills`, events);
    const repeats = events.length - new Set(events.map(({ id }) => id)).size;
    console.log(`      ${events.length} events, ${repeats} of them repeated`);
    for (const lead of killed.keys()) {
      const first = new Map(
        events.filter((each) => each.lead === lead).map(({ sequence }) => [sequence, undefined]),
      );
      const sequences = [...first.keys()];
      expect(sequences, lead).to.deep.equal([...sequences].sort((a, b) => a - b));
    }
    expect(wrong, 'events with another content').to.deep.equal([]);
    const late = await allHeard(bad);
    expect(late.length).to.be.at.least(bad.size);
  });

  /** A machine that is busy may not have it ready in time: then it is killed once more. */
  async function started(name: ProcessName): Promise<TestProcess> {
    for (let tries = 1; ; tries += 1) {
      const one = await processes.start(name);
      try {
        return await one.ready();
      } catch (error) {
        if (tries === 5) throw error;
        one.send('SIGKILL');
        await one.ended;
      }
    }
  }

  /** Stores leads that their buyer decides late, and returns some. Resolves with the events that each must have. */
  async function decided(count: number): Promise<ReadonlyMap<string, number>> {
    const leads = createLeadStore(await services.connection());
    const expected = new Map<string, number>();
    const begun = Date.now();
    for (let n = 0; n < count; n += 1) {
      const lead = pendingLead(AFFILIATES[n % AFFILIATES.length]!, receiver.url);
      await leads.insert(lead);
      expected.set(lead.id, 1);
      await sleep(Math.max(0, begun + ((n + 1) * 1_000) / PER_SECOND - Date.now()));
    }
    let n = 0;
    for (const id of expected.keys()) {
      if ((n += 1) % 5 !== 0) continue;
      while ((await leads.read(id))?.state !== 'accepted') {
        await settleGivenUp([id]);
        await sleep(100);
      }
      const new_return = { at: new Date(), code: 'bad_phone', by: 'test', payout_reversed: true };
      await leads.transition(
        { id, submission: 1, states: ['accepted'], returned: { number: 0, is: 'next' } },
        { state: 'accepted', due_at: null, new_return, entries: [] },
      );
      expected.set(id, 2);
    }
    return expected;
  }

  /** Waits until each of these leads was heard of as often as it must be. */
  async function allHeard(
    expected: ReadonlyMap<string, number>,
    of: readonly string[] = AFFILIATES,
  ): Promise<Heard[]> {
    const leads = createLeadStore(await services.connection());
    const mine = new Set(
      (await leads.readMany([...expected.keys()]))
        .filter(({ affiliate_id }) => of.some((name) => affiliate_id === derivedId('affiliate', name)))
        .map(({ id }) => id),
    );
    const until = Date.now() + WAIT_MS;
    let told = Date.now();
    while (Date.now() < until) {
      const events = heard.filter(({ lead }) => mine.has(lead));
      const counts = new Map<string, Set<string>>();
      for (const { lead, id } of events) counts.set(lead, (counts.get(lead) ?? new Set()).add(id));
      const waiting = [...mine].filter((lead) => (counts.get(lead)?.size ?? 0) < expected.get(lead)!);
      if (waiting.length === 0) return events;
      if (Date.now() - told > 60_000) {
        told = Date.now();
        await settleGivenUp(waiting);
        console.log(`      … ${waiting.length} of ${mine.size} leads wait: ${await whyOf(leads, waiting)}`);
      }
      await sleep(200);
    }
    throw new Error('not every event arrived');
  }

  /** A lead whose worker was killed ten times is given up, and an operator asks the buyer. */
  async function settleGivenUp(ids: readonly string[]): Promise<void> {
    const leads = createLeadStore(await services.connection());
    for (const { id, state } of await leads.readMany([...ids]))
      if (state === 'unknown')
        await runHere(env, 'lead', 'settle', id, 'accepted', '--reason', 'The buyer took it');
  }

  /** What the leads that are not fully heard of wait for. */
  async function whyOf(leads: ReturnType<typeof createLeadStore>, ids: readonly string[]): Promise<string> {
    const connection = await services.connection();
    const states = (await leads.readMany([...ids])).map(({ state }) => state);
    const count = (all: readonly string[]): string =>
      [...new Set(all)].map((one) => `${all.filter((each) => each === one).length} ${one}`).join(', ');
    const messages = await connection.collection('webhook_messages').find({ state: 'waiting' }).toArray();
    const owing = await connection.collection('leads').countDocuments({ 'news.0': { $exists: true } });
    const lanes = messages.map(({ lane }) => String(lane));
    return `${count(states)}; news owed by ${owing}; messages: ${count(lanes)}`;
  }

  function told(what: string, events: readonly Heard[]): void {
    const delays = events
      .filter(({ affiliate }) => (GOOD as readonly string[]).includes(affiliate))
      .map(({ delayMs }) => delayMs)
      .sort((a, b) => a - b);
    const at = (share: number): number => delays[Math.floor(share * (delays.length - 1))] ?? 0;
    console.log(
      `      ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${delays.length} events)`,
    );
  }
});
