import { createServer } from 'node:http';
import { expect } from 'chai';
import { createLeadkeep, LeadkeepError } from '../../clients/typescript/src/index.js';
import { openServer } from '../support/open-server.js';

/** What a call threw that got these answers, for how long it waited, and how many of them it asked for. */
async function refusedBy(...answers: Response[]) {
  const pauses: number[] = [];
  const left = [...answers];
  const leadkeep = createLeadkeep({
    ...{ baseUrl: 'http://service.example', key: 'svc_live_x' },
    fetch: () => Promise.resolve(left.shift() ?? Response.error()),
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
  });
  const error = await leadkeep
    .isLikelyDuplicate({ email: 'a@example.com' })
    .catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(LeadkeepError);
  const { http, answer } = error as LeadkeepError;
  return { http, answer, pauses, asked: answers.length - left.length };
}

const busy = (seconds: number): Response =>
  new Response(`{"code":"RATE_LIMITED","retry_after_seconds":${seconds}}`, {
    ...{ status: 429, headers: { 'Content-Type': 'application/json', 'Retry-After': String(seconds) } },
  });

describe('the client in TypeScript, where it gets no answer', () => {
  it('waits for a minute at most: a 429 that asks for more is an error at once', async () => {
    const { http, answer, pauses, asked } = await refusedBy(busy(60), busy(61), busy(1));
    expect([http, answer.retry_after_seconds]).to.deep.equal([429, 61]);
    expect([pauses, asked]).to.deep.equal([[60_000], 2]);
  });

  it('sends what did not come whole (408) once more, after the pause of a 503', async () => {
    const late = new Response('{"code":"MALFORMED_REQUEST"}', { status: 408 });
    const { http, pauses, asked } = await refusedBy(late, new Response('{}', { status: 404 }));
    expect([http, pauses.length, asked]).to.deep.equal([404, 1, 2]);
    expect(pauses[0]).to.be.within(500, 1_000);
  });

  it('takes the page of a proxy for an error like others', async () => {
    const page = new Response('<html>Back soon</html>', { headers: { 'Content-Type': 'text/html' } });
    const { http, answer, asked } = await refusedBy(page, busy(1));
    expect([http, answer.code, asked]).to.deep.equal([200, 'UNKNOWN', 1]);
  });

  for (const status of [301, 302, 303, 307, 308])
    it(`follows no ${status}: neither the key nor the person go elsewhere`, async () => {
      const met: string[] = [];
      const server = await openServer(
        createServer((request, response) => {
          met.push(`${request.method ?? ''} ${request.url ?? ''}`);
          response.writeHead(request.url === '/elsewhere?token=x' ? 200 : status, {
            ...{ 'Content-Type': 'application/json', Location: '/elsewhere?token=x' },
          });
          response.end('{"code":"ACCEPTED","status":"accepted"}');
        }),
      );
      try {
        const leadkeep = createLeadkeep({ baseUrl: server.url, key: 'svc_live_x' });
        const call = leadkeep.submit({ lead: {} } as never);
        const error = (await call.catch((thrown: unknown) => thrown)) as LeadkeepError;
        expect(error).to.be.instanceOf(LeadkeepError);
        expect([error.http, met]).to.deep.equal([status, ['POST /api/v1/engine/leads']]);
        expect(error.message).to.equal(
          `UNKNOWN: The call was redirected. The redirect to ${server.url} was not followed; correct baseUrl.`,
        );
      } finally {
        await server.close();
      }
    });
});
