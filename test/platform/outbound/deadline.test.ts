import { expect } from 'chai';
import type { MappingEvaluator } from '../../../src/app/ports/mapping-evaluator.js';
import { createHttpClient } from '../../../src/platform/outbound/http-client.js';
import { destinationsWith, LEAD, offerAt, PATIENT_MS } from './fixtures.js';
import { onceRead, httpAnswer, rawServer, type RawServer } from './raw-server.js';

const DEADLINE = new Date('2026-11-21T17:00:20Z');
const AFTER = new Date(DEADLINE.getTime() + 1);
const TOO_LATE = { kind: 'never_sent', internal_fault: 'deadline_passed' } as const;

describe('outbound HTTP client: a request with a deadline', () => {
  let server: RawServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  for (const freshConnection of [true, false]) {
    const how = freshConnection ? 'fresh' : 'kept';
    const clientAt = (clock: () => Date, whyNot: () => string | undefined = () => undefined) => {
      const client = createHttpClient({ outboundAllow: ['127.0.0.0/8'] }, clock);
      const request = { method: 'POST', headers: {}, body: '{}', timeoutMs: PATIENT_MS } as const;
      const send = (url: string) =>
        client.send({ ...request, url, sendBy: DEADLINE, whyNot }, { insecureHttp: true, freshConnection });
      return { send, close: () => client.close() };
    };

    it(`writes no byte when it passes while the request connects (${how} connection)`, async () => {
      // The process stood still after it had begun to connect.
      let now = DEADLINE;
      const { send, close } = clientAt(() => now);
      server = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', 'ok'))));
      const outcome = send(server.url);
      now = AFTER;
      expect(await outcome).to.deep.include(TOO_LATE);
      await close();
      expect(server.received()).to.equal('');
    });

    it(`calls nobody when it has passed (${how} connection)`, async () => {
      const { send, close } = clientAt(() => AFTER);
      server = await rawServer(() => undefined);
      expect(await send(server.url)).to.deep.include(TOO_LATE);
      await close();
      expect(server.connections()).to.equal(0);
    });

    it(`writes no byte when something speaks against it while the request connects (${how} connection)`, async () => {
      const bars: string[] = [];
      const { send, close } = clientAt(
        () => DEADLINE,
        () => bars[0],
      );
      server = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', 'ok'))));
      const outcome = send(server.url);
      bars.push('paused');
      const withdrawn = { kind: 'never_sent', detail: 'paused', internal_fault: 'withdrawn' };
      expect(await outcome).to.deep.include(withdrawn);
      expect(await send(server.url)).to.deep.include(withdrawn);
      await close();
      expect(server.received()).to.equal('');
    });

    it(`sends as ever until then (${how} connection)`, async () => {
      const { send, close } = clientAt(() => DEADLINE);
      server = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', 'ok'))));
      expect(await send(server.url)).to.include({ kind: 'answered', body: 'ok' });
      await close();
    });
  }

  it('asks no partner when the process stood still while the question was written', async () => {
    let now = DEADLINE;
    const evaluator: MappingEvaluator = {
      run: () => {
        now = new Date(DEADLINE.getTime() + 600_000);
        return Promise.resolve({ ok: true, value: '{}' as never });
      },
      close: () => Promise.resolve(),
    };
    const destinations = destinationsWith({ clock: () => now, evaluator });
    server = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', '{"results":[]}'))));
    const search = { ...offerAt(server.url).delivery, body: '{}' };
    const asked = destinations.askPartner(offerAt(server.url, {}, { search }), LEAD, server.url, PATIENT_MS);
    expect(await asked).to.deep.include({ kind: 'failed', unsent: true, health: 'neither' });
    await destinations.close();
    expect(server.connections()).to.equal(0);
  });
});
