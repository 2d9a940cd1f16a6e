/**
 * Leads change at random while a client reads the feed: processes have clocks 5 s apart, and each of them sleeps for
 * minutes in turn (SIGSTOP). No change may be missed. It is not a part of `npm test`:
 *
 *   CHANGES_FOR=600 ASLEEP=120 npm test -- test/volume/feed-asleep.ts
 */
import { expect } from 'chai';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { runHere } from '../cli/run-cli.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { openServer, type OpenServer } from '../support/open-server.js';
import { processesWith, type ProcessName } from '../support/processes.js';
import { privateServices } from '../support/services.js';
import { lateCatalogue, pendingLead } from './late-leads.js';

const CHANGES_FOR_MS = Number(process.env['CHANGES_FOR'] ?? 600) * 1_000;
const ASLEEP_MS = Number(process.env['ASLEEP'] ?? 120) * 1_000;
const PER_SECOND = Number(process.env['PER_SECOND'] ?? 3);
const PATIENCE_MS = 900_000;

/** Node's own clock is as it is; the process sees another. */
const clockAhead = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const Own = Date; globalThis.Date = class Date extends Own {
      constructor(...args) { super(...(args.length > 0 ? args : [Own.now() + ${ms}])); }
      static now() { return Own.now() + ${ms}; }
    };`,
  )}`;

const WRITERS: readonly (readonly [ProcessName, number])[] = [
  ['sweeper', 0],
  ['submit', 5_000],
  ['sweeper', 5_000],
  ['notify', 2_500],
  ['submit', 0],
];

interface Change {
  readonly svc_lead_id: string;
  readonly revision: number;
}
interface Page {
  readonly leads: readonly Change[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

describe(`a client reads the feed for ${CHANGES_FOR_MS / 1_000} s`, function () {
  this.timeout(7_200_000);
  const services = privateServices();
  const env = { ...services.env, OUTBOUND_ALLOW: '127.0.0.0/8' };
  const processes = processesWith(env);
  const dir = makeTempDir();
  let buyer: OpenServer;
  let key = '';

  before(async () => {
    buyer = await openServer(createServer((_request, response) => void response.writeHead(200).end('{}')));
    await runHere(env, 'migrate');
    const applied = await runHere(
      env,
      'apply',
      dir.write('catalogue.yaml', lateCatalogue(buyer.url, ['one'])),
    );
    expect(applied.code, applied.stderr).to.equal(0);
    const limits = ['--limit', 'reconcile=6000/min:100'];
    const issued = await runHere(env, 'key', 'issue', '--affiliate', 'one', '--json', ...limits);
    key = (JSON.parse(issued.stdout) as { key: string }).key;
  });
  after(async () => {
    await processes.killAll();
    await buyer.close();
    dir.remove();
    await services.close();
  });

  it('misses no change, whichever writer sleeps', async () => {
    const web = await (await processes.start('web')).ready();
    const writers = await Promise.all(
      WRITERS.map(async ([name, ahead]) =>
        (await processes.start(name, { NODE_OPTIONS: clockAhead(ahead) })).ready(),
      ),
    );
    const leads = createLeadStore(await services.connection());
    const ids: string[] = [];
    const read: string[] = [];
    const ends = Date.now() + CHANGES_FOR_MS;
    let isOver = false;

    const writing = (async () => {
      while (Date.now() < ends) {
        const lead = pendingLead('one', buyer.url);
        await leads.insert(lead);
        ids.push(lead.id);
        await changeOne(leads, ids);
        await sleep(1_000 / PER_SECOND);
      }
    })();
    const sleeping = (async () => {
      for (let n = 0; Date.now() < ends; n += 1) {
        const one = writers[n % writers.length];
        one?.send('SIGSTOP');
        await sleep(Math.min(ASLEEP_MS, Math.max(0, ends - Date.now())));
        one?.send('SIGCONT');
        await sleep(Math.random() * 5_000);
      }
    })();
    let pages = 0;
    let cursor = '';
    const readOn = async (): Promise<boolean> => {
      const since = cursor === '' ? '' : `&since=${cursor}`;
      const answer = await fetch(`${web.url}/api/v1/engine/leads?limit=20${since}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      if (!answer.ok) return (await answer.arrayBuffer(), false);
      const page = (await answer.json()) as Page;
      read.push(...page.leads.map(({ svc_lead_id, revision }) => `${svc_lead_id}:${revision}`));
      pages += 1;
      cursor = page.next_cursor;
      return page.has_more;
    };
    const reading = (async () => {
      while (!isOver) if (!(await readOn())) await sleep(50);
    })();

    await Promise.all([writing, sleeping]);
    const changes = await changesOf(leads, ids, read);
    isOver = true;
    await reading;
    while (await readOn());
    const missed = changes.filter((id) => !read.includes(id));
    const early = read.filter((id, n) => read.indexOf(id) === n && isBehind(read, id, n)).length;
    console.log(
      `      ${ids.length} leads, ${changes.length} changes, ${pages} pages, ${read.length - new Set(read).size} repeats, ${early} after a later revision, ${missed.length} missed`,
    );
    expect(missed).to.deep.equal([]);
    expect([...new Set(read)].sort()).to.deep.equal([...changes].sort());
  });

  /** Returns a random lead that is sold, or takes its return back. */
  async function changeOne(leads: ReturnType<typeof createLeadStore>, ids: readonly string[]): Promise<void> {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
    const lead = await leads.read(id);
    if (lead?.state !== 'accepted') return;
    const { returns = [] } = lead;
    const last = returns.at(-1);
    const at = new Date();
    const change =
      last && !last.undone
        ? { undone: { number: returns.length - 1, undone: { at, by: 'test', why: 'test' } } }
        : { new_return: { at, code: 'bad_phone', by: 'test', payout_reversed: true } };
    const n = last && !last.undone ? returns.length - 1 : returns.length;
    const returned = { number: n, is: last && !last.undone ? ('stands' as const) : ('next' as const) };
    await leads.transition(
      { id, submission: 1, states: ['accepted'], returned },
      { state: 'accepted', due_at: null, entries: [], ...change },
    );
  }

  /** Every change that the leads had, when all are decided and all was told. */
  async function changesOf(
    leads: ReturnType<typeof createLeadStore>,
    ids: readonly string[],
    read: readonly string[],
  ): Promise<string[]> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const all = await leads.readMany([...ids]);
      const changes = all.flatMap(({ id, revision = 0 }) =>
        Array.from({ length: revision }, (_, n) => `${id}:${n + 1}`),
      );
      const isAll = all.every(({ state }) => state === 'accepted') && new Set(read).size >= changes.length;
      if (isAll || Date.now() > until) return changes;
      await sleep(1_000);
    }
  }
});

/** Whether a later revision of the same lead was read before. */
function isBehind(read: readonly string[], id: string, n: number): boolean {
  const [lead = '', revision = ''] = id.split(':');
  return read
    .slice(0, n)
    .some((other) => other.startsWith(`${lead}:`) && Number(other.split(':')[1]) > Number(revision));
}
