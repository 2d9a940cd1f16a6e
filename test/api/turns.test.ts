import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { openApi, type OpenApi } from '../../src/api/open-api.js';
import type { LeadStore } from '../../src/app/ports/lead-store.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { createTurns, TURN_BOUNDS, type TurnBounds } from '../../src/http/turns.js';
import { callApi, directBody, PATHS, startApi, type Answered, type TestApi } from '../support/api.js';
import { openServer, type OpenServer } from '../support/open-server.js';
import { until } from '../support/until.js';

const LONG_MS = 600_000;

describe('api: calls that wait for their turn to be stored', () => {
  let api: TestApi;
  let one: OpenApi;
  let server: OpenServer;
  let inserted: string[];
  let held: (() => void)[];
  before(async () => {
    api = await startApi({ submitWaitMs: LONG_MS });
  });
  after(() => api.close());
  afterEach(async () => {
    await server.close();
    await one.close();
  });

  /** `web` with these bounds, whose inserts last until they are let go. */
  async function open(bounds: Partial<TurnBounds>, holds = true): Promise<void> {
    [inserted, held] = [[], []];
    const { leads } = api.platform;
    const slow: LeadStore = {
      ...leads,
      async insert(lead) {
        if (holds) await new Promise<void>((resolve) => held.push(resolve));
        const stored = await leads.insert(lead);
        inserted.push(lead.id);
        return stored;
      },
    };
    const turns = createTurns({ ...TURN_BOUNDS, ...bounds });
    one = openApi({ ...api.platform, leads: slow }, randomUUID(), () => new Date(), turns);
    await one.ready;
    server = await openServer(createHttpServer(one.app, api.platform.log));
  }

  const submit = (): Promise<Answered> =>
    callApi(server.url, 'post', PATHS.leads, { key: api.key, body: directBody() });

  /** Ignores how the server's end cuts the call. */
  const begin = (): void => void submit().catch(() => undefined);

  it('a call that waits for its decision holds no place: the next is stored meanwhile', async () => {
    await open({ atOnce: 1 }, false);
    begin();
    await until(() => inserted.length === 1, 'the first lead is stored');
    begin();
    await until(() => inserted.length === 2, 'the second lead is stored');
  });

  it('the next begins only when the one before is stored', async () => {
    await open({ atOnce: 1 });
    begin();
    await until(() => held.length === 1, 'the first is being stored');
    const search = await callApi(server.url, 'get', `${PATHS.leads}/${api.processId}`, { key: api.key });
    expect(search.status, 'calls that store no lead don’t wait').to.equal(404);
    begin();
    begin();
    const before = held.length;
    held[0]?.();
    await until(() => held.length === 2, 'the second is being stored');
    expect([before, inserted.length]).to.deep.equal([1, 1]);
    held[1]?.();
    await until(() => held.length === 3, 'the third is being stored');
    held[2]?.();
    await until(() => inserted.length === 3, 'all are stored');
  });

  it('a lead is stored whose sender left while it waited', async () => {
    await open({ atOnce: 1 });
    begin();
    await until(() => held.length === 1, 'the first is being stored');
    const body = JSON.stringify(directBody());
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.write(
      `POST ${PATHS.leads} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await until(() => one.waiting() === 1, 'the second waits');
    socket.destroy();
    held[0]?.();
    await until(() => held.length === 2, 'the second is being stored');
    held[1]?.();
    await until(() => inserted.length === 2, 'the second is stored');
    expect(said).to.equal('');
    expect(await api.platform.leads.read(inserted[1] ?? '')).to.include({ state: 'queued' });
  });

  it('beyond the bound a call is answered 503 and stores nothing', async () => {
    await open({ atOnce: 1, waiting: 1 });
    begin();
    await until(() => held.length === 1, 'the first is being stored');
    begin();
    await until(() => one.waiting() === 1, 'the second waits');
    const { status, body, headers } = await submit();
    expect([status, headers['retry-after']]).to.deep.equal([503, '5']);
    expect(body).to.include({ code: 'UNAVAILABLE', retryable: true });
    held[0]?.();
    await until(() => held.length === 2, 'the second is being stored');
    held[1]?.();
    await until(() => inserted.length === 2, 'the first two are stored');
    expect([held.length, one.waiting()]).to.deep.equal([2, 0]);
  });

  it('a call that is refused gives its place back', async () => {
    await open({ atOnce: 1 }, false);
    for (let n = 0; n < 3; n += 1) {
      const refused = await callApi(server.url, 'post', PATHS.leads, {
        key: api.key,
        body: directBody({ lead: 'none' }),
      });
      expect(refused.status).to.equal(400);
    }
    begin();
    await until(() => inserted.length === 1, 'the lead is stored');
  });
});
