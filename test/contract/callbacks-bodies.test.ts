import { connect } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { callApi } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { sendBytes } from '../support/raw-bytes.js';
import { until } from '../support/until.js';

const SECRET = 'what the buyer and we know';
const REFUSED = '{"verdict":"no"}';
const PACKED = gzipSync(REFUSED);
/** Its checksum is in the eight last bytes. */
const MISSUMMED = Buffer.from(PACKED).fill(0, PACKED.length - 8, PACKED.length - 4);

/** A rule that holds for whatever comes, behind one that reads the refusal. */
const CARELESS = {
  answers: [
    { when: "status = 202 or body.verdict = 'later'", outcome: 'pending' },
    { when: "body.verdict = 'no' or $contains($string(body), 'verdict=no')", outcome: 'rejected' },
    { when: 'status = 200', outcome: 'accepted' },
  ],
};

describe('contract: the bodies of callbacks', () => {
  let world: Contract;
  before(async () => {
    process.env['LEADKEEP_SECRET_BODIES_TEST_HMAC'] = SECRET;
    world = await startContract(
      (url) => ({
        offers: {
          careless: deliveryTo(url, '/later', CARELESS),
          signed: deliveryTo(url, '/later', {
            ...CARELESS,
            callback: { secret: '${secret:BODIES_TEST_HMAC}' },
          }),
        },
        campaigns: { all: { offers: [{ offer: 'careless' }, { offer: 'signed' }] } },
      }),
      { publicUrl: 'https://leads.example' },
    );
    world.buyer.says('/later', { verdict: 'later' });
  });
  after(async () => {
    delete process.env['LEADKEEP_SECRET_BODIES_TEST_HMAC'];
    await world.close();
  });

  async function pending(offer = 'careless'): Promise<{ id: string; path: string }> {
    const { body } = await world.direct('all', offer);
    expect(body.code, JSON.stringify(body)).to.equal('PENDING');
    const id = body.svc_lead_id;
    const tokens = createCallbackTokens(world.api.platform.settings.identitySecret!);
    return { id, path: `/api/v1/callbacks/${tokens.tokenOf({ id, submission: 1 })}` };
  }
  const stored = async (id: string): Promise<LeadRecord> => (await world.api.platform.leads.read(id))!;
  const noted = async (id: string): Promise<unknown[]> =>
    (await stored(id)).timeline.flatMap(({ what, reason }) =>
      what === 'callback' ? [(reason as { why?: string }).why] : [],
    );
  const head = (path: string, ...lines: readonly string[]): string =>
    [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

  /** What, the headers and bytes that are sent, the status, what the operator finds. */
  const REFUSALS: readonly (readonly [string, readonly string[], string | Buffer, number, RegExp])[] = [
    ['breaks off', ['Content-Length: 99'], REFUSED, 400, /^the body breaks off after 16 bytes$/],
    ['breaks off in a chunk', ['Transfer-Encoding: chunked'], `99\r\n${REFUSED}`, 400, /breaks off after 16/],
    ['breaks off before it', ['Content-Length: 16'], '', 400, /breaks off after 0 bytes/],
    ['breaks off between chunks', ['Transfer-Encoding: chunked'], `10\r\n${REFUSED}\r\n`, 400, /breaks off/],
    ['has no length', ['Connection: close'], REFUSED, 400, /^the body is empty$/],
    ['is empty', ['Connection: close', 'Content-Length: 0'], '', 400, /^the body is empty$/],
    ['is blank', ['Connection: close', 'Content-Length: 2'], '\r\n', 400, /^the body is empty$/],
    [
      'has no chunks',
      ['Connection: close', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
      400,
      /^the body is empty$/,
    ],
    ['is too large', ['Content-Length: 70000'], 'x'.repeat(70_000), 413, /^the body is over 64 KiB$/],
    ...packed('is no gzip', 'gzip', Buffer.from(REFUSED), /says gzip, and the body is not packed so$/),
    ...packed('is half a gzip', 'gzip', PACKED.subarray(0, -9), /^the gzip of Content-Encoding breaks off$/),
    ...packed('is gzip with another checksum', 'gzip', MISSUMMED, /^the gzip of .* checksum/),
    ...packed(
      'is gzip and more',
      'gzip',
      Buffer.concat([PACKED, Buffer.from('\n')]),
      /followed by something else$/,
    ),
    ...packed('is packed in an unknown way', 'zstd', PACKED, /a packing that is not known$/),
    ...packed(
      'is too large when unpacked',
      'gzip',
      gzipSync(Buffer.alloc(70_000)),
      /^the body is over 64 KiB$/,
      413,
    ),
  ];
  function packed(
    what: string,
    encoding: string,
    bytes: Buffer,
    why: RegExp,
    http = 400,
  ): (typeof REFUSALS)[number][] {
    const lines = ['Connection: close', `Content-Encoding: ${encoding}`, `Content-Length: ${bytes.length}`];
    return [[what, lines, bytes, http, why]];
  }

  for (const offer of ['careless', 'signed'])
    for (const [what, lines, bytes, http, why] of REFUSALS)
      it(`a body that ${what} decides nothing, and is noted once (${offer})`, async () => {
        const { id, path } = await pending(offer);
        const sent = Buffer.concat([Buffer.from(head(path, ...lines)), Buffer.from(bytes)]);
        for (let i = 0; i < 2; i += 1) {
          const answer = await sendBytes(world.api.url, sent, { end: true });
          expect([answer.status, answer.body.code], answer.said).to.deep.equal([http, 'MALFORMED_REQUEST']);
          await until(async () => (await noted(id)).length === 1, 'it is noted');
        }
        expect((await stored(id)).state).to.equal('pending');
        expect((await noted(id))[0]).to.match(why);
      });

  it('a caller who is gone before the whole body is there decides nothing', async () => {
    const { id, path } = await pending();
    const socket = connect(Number(new URL(world.api.url).port), '127.0.0.1');
    socket.write(`${head(path, 'Content-Length: 99')}${REFUSED}`, () => socket.resetAndDestroy());
    await until(async () => (await noted(id)).length === 1, 'it is noted');
    expect((await stored(id)).state).to.equal('pending');
  });

  /** What, the headers, the bytes. */
  const READ: readonly (readonly [string, Readonly<Record<string, string>>, Buffer])[] = [
    ['gzip', { 'content-encoding': 'gzip' }, PACKED],
    ['deflate without zlib’s header', { 'content-encoding': 'deflate' }, deflateRawSync(REFUSED)],
    ['a charset where a packing should be named', { 'content-encoding': 'utf-8' }, Buffer.from(REFUSED)],
    ['the word none', { 'content-encoding': 'none' }, Buffer.from(REFUSED)],
  ];
  for (const [what, headers, bytes] of READ)
    it(`reads ${what} as in an answer`, async () => {
      const { id, path } = await pending();
      const answer = await callApi(world.api.url, 'post', path, {
        key: null,
        headers: { 'content-type': 'application/json', ...headers },
        body: bytes,
      });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      expect((await stored(id)).state)
        .to.not.equal('pending')
        .and.to.not.equal('accepted');
    });

  it('answers a caller who ends its side behind a whole body', async () => {
    const { path } = await pending();
    const whole = `${head(path, `Content-Length: ${REFUSED.length}`)}${REFUSED}`;
    const answer = await sendBytes(world.api.url, whole, { end: true });
    expect([answer.status, answer.body['outcome']], answer.said).to.deep.equal([200, 'rejected']);
  });
});
