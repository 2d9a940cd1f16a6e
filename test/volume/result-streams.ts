/**
 * Measures streams of results on one `web`. It is not a part of `npm test`:
 *
 *   STREAMS=1000 SEARCHES=100 npm test -- test/volume/result-streams.ts
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { applyText } from '../support/applied-catalogue.js';
import { callApi, PATHS, searchBody } from '../support/api.js';
import { IDS } from '../support/catalogue.js';
import { openEvents, type Events } from '../support/events.js';
import { openStack } from '../support/stack.js';
import { until } from '../support/until.js';

const STREAMS = Number(process.env['STREAMS'] ?? 1_000);
const SEARCHES = Number(process.env['SEARCHES'] ?? 100);
const ANSWER_EVERY_MS = 25;
const AT_ONCE = 50;
/** All must be over before the partner's time limit of 20 s. */
const WAIT_MS = 3_000;

describe(`${STREAMS} streams of ${SEARCHES} searches on one web`, function () {
  this.timeout(600_000);
  const opened: { readonly close: () => unknown }[] = [];
  after(async () => {
    for (const { close } of opened.reverse()) await close();
  });

  it('memory for each stream, MongoDB commands for each change, time from an answer to the clients', async () => {
    const partner = await startPartner();
    const stack = await openStack();
    opened.push(partner, stack);
    await stack.migrate();
    await applyText(JSON.stringify(fileOf(partner.url))).apply(await stack.services.connection());
    const env = { STREAMS_PER_KEY: '100000', SEARCH_OPEN_MS: '300000', PARTNER_CONCURRENCY: '1000' };
    const [web] = await Promise.all(
      (['web', 'search', 'partner'] as const).map(async (name) => (await stack.start(name, env)).ready()),
    );
    const url = web?.url ?? '';
    const key = await stack.issueKey();
    const ids = await searched(url, key);
    await until(() => partner.waiting() === SEARCHES, 'every search has asked its partner');

    // Every search is polled as often as there will be streams, so that what calls cost is not counted as a stream's.
    for (const id of ids) await callApi(url, 'get', `${PATHS.results}/${id}`, { key });
    await pause(500);
    const before = await readings(url);
    const streams: { readonly search: number; readonly events: Events }[] = [];
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' };
    const all = Array.from({ length: STREAMS }, (_, n) => n % SEARCHES);
    for (let n = 0; n < STREAMS; n += AT_ONCE)
      await Promise.all(
        all.slice(n, n + AT_ONCE).map(async (search) => {
          const events = await openEvents(`${url}${PATHS.results}/${ids[search]}`, headers);
          streams.push({ search, events });
        }),
      );
    await Promise.all(streams.map(({ events }) => events.next()));
    await pause(500);
    const open = await readings(url);
    await pause(WAIT_MS);
    const idle = await readings(url);

    const came = new Map<string, number[]>();
    const told = streams.map(async ({ events }) => {
      const { data } = await events.untilDone();
      const at = performance.now();
      const [{ offer }] = data['offers'] as readonly [{ readonly offer: { readonly name: string } }];
      came.set(offer.name, [...(came.get(offer.name) ?? []), at]);
    });
    const answered = await partner.answerAll();
    await Promise.all(told);
    await pause(1_000);
    const end = await readings(url);
    const times = [...came].flatMap(([name, at]) => at.map((one) => one - (answered.get(name) ?? NaN)));
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.ceil(share * times.length) - 1] ?? NaN).toFixed(1);
    const kib = (bytes: number): string => (bytes / 1024 / STREAMS).toFixed(1);
    console.log(
      [
        `streams ${STREAMS}, searches ${SEARCHES}, told ${times.length}`,
        `memory for each stream: RSS ${kib(open.rss - before.rss)} KiB, heap ${kib(open.heap - before.heap)} KiB`,
        `MongoDB commands of web while ${STREAMS} streams wait ${WAIT_MS / 1_000} s: ${idle.commands - open.commands}`,
        `MongoDB commands of web for ${SEARCHES} changes: ${end.commands - idle.commands}`,
        `from the partner's answer to a client: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
      ].join('\n'),
    );
  });
});

async function searched(url: string, key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < SEARCHES; n += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, SEARCHES - n) });
    const answers = await Promise.all(
      some.map(() => callApi(url, 'post', PATHS.search, { key, body: searchBody() })),
    );
    ids.push(...answers.map(({ body }) => body.svc_lead_id));
  }
  return ids;
}

/** Gauges of the process; the heap is what is left of several readings. */
async function readings(url: string): Promise<{ rss: number; heap: number; commands: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (name: string): number =>
    Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    rss: of('process_resident_memory_bytes'),
    heap: of('nodejs_heap_size_used_bytes'),
    commands: of('leadkeep_mongodb_commands_total'),
  };
}

/** A partner that answers when it is told to, each search with a result of its own name. */
async function startPartner() {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => waiting.push(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting.length,
    async answerAll() {
      const answered = new Map<string, number>();
      for (const [n, response] of waiting.splice(0).entries()) {
        const name = `match ${n}`;
        answered.set(name, performance.now());
        response.end(JSON.stringify({ results: [{ reference: `r-${n}`, name }] }));
        await pause(ANSWER_EVERY_MS);
      }
      return answered;
    },
    close: () => server.close(),
  };
}

const fileOf = (url: string) => ({
  version: 1,
  affiliates: [{ id: IDS.affiliate, handle: 'northwind', name: 'Northwind Media' }],
  buyers: [{ handle: 'lakeshore', name: 'Lakeshore University' }],
  offers: [
    {
      ...{ handle: 'partner', name: 'Partner', buyer: 'lakeshore', kind: 'partner', offer_type: 'shared' },
      tcpa_text: 'I agree that Lakeshore may call me.',
      partner: {
        search: { url: `${url}/match`, insecure_http: true, timeout: '20s', max_in_flight: 1_000 },
        submit: { url: `${url}/leads`, insecure_http: true },
      },
    },
  ],
  campaigns: [
    {
      ...{ id: IDS.campaign, handle: 'all', affiliate: 'northwind', name: 'All' },
      offers: [{ offer: 'partner' }],
    },
  ],
});
