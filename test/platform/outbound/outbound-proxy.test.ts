import { expect } from 'chai';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { createHttpClient, type HttpClient } from '../../../src/platform/outbound/http-client.js';
import { until } from '../../support/until.js';
import { connectProxy, type ConnectProxy } from './connect-proxy.js';
import { PATIENT_MS, SHORT_MS } from './fixtures.js';
import { httpAnswer, onceRead, rawServer, type RawServer } from './raw-server.js';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'buyer.example': ['8.8.8.8'],
  'both.example': ['2606:4700:4700::1111', '8.8.8.8'],
  'private.example': ['10.0.0.5'],
  'loopback.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.5'],
  'inner6.example': ['fd00::1', '::1'],
  'nat64.example': ['64:ff9b::a00:5'],
  'mixed.example': ['10.0.0.5', '8.8.4.4', '::1'],
};

const lookup = (name: string): Promise<LookupAddress[]> =>
  NAMES[name]
    ? Promise.resolve(NAMES[name].map((address) => ({ address, family: isIP(address) })))
    : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

describe('OUTBOUND_PROXY', () => {
  let proxy: ConnectProxy;
  let server: RawServer | undefined;
  let client: HttpClient;
  afterEach(async () => {
    await client.close();
    await proxy.close();
    await server?.close();
    server = undefined;
  });

  const open = (outboundAllow: readonly string[] = [], login = '') => {
    const outboundProxy = `http://${login}${proxy.host}`;
    client = createHttpClient({ outboundAllow, outboundProxy }, undefined, lookup);
  };
  const send = (url: string, freshConnection = true, timeoutMs = PATIENT_MS) =>
    client.send(
      { method: 'POST', url, headers: {}, body: '{}', timeoutMs },
      { insecureHttp: true, freshConnection },
    );

  describe('reaches no private address', () => {
    const literals = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '10.1.2.3', '169.254.169.254'];
    const literals6 = ['::1', '::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', 'fd00::1', 'fe80::1', '::'];
    const names = ['private', 'loopback', 'metadata', 'mapped', 'inner6', 'nat64'].map(
      (name) => `${name}.example`,
    );
    for (const host of [...literals, ...literals6.map((one) => `[${one}]`), ...names])
      it(`not of https://${host}, nor is the proxy asked`, async () => {
        proxy = await connectProxy({});
        open();
        for (const isFresh of [true, false])
          expect(await send(`https://${host}/`, isFresh)).to.deep.equal({
            kind: 'never_sent',
            detail: 'connect: address refused: it is private or reserved (OUTBOUND_ALLOW names exceptions)',
            internal_fault: 'address',
          });
        expect(proxy.asked).to.deep.equal([]);
      });

    it('of a name that has public ones too, only these are asked for', async () => {
      proxy = await connectProxy({ answer: () => 502 });
      open();
      await send('https://mixed.example:8443/');
      expect(proxy.targets()).to.deep.equal(['8.8.4.4:8443']);
    });
  });

  it('is asked for addresses, never for names: IPv4 first, and the next one if one can not be reached', async () => {
    proxy = await connectProxy({ answer: () => 503 });
    open([], 'me:s%40crat@');
    await send('https://both.example/leads');
    const login = `Basic ${Buffer.from('me:s@crat').toString('base64')}`;
    expect(proxy.asked).to.deep.equal([
      { target: '8.8.8.8:443', login },
      { target: '[2606:4700:4700::1111]:443', login },
    ]);
  });

  it('is told a name that has no address as before', async () => {
    proxy = await connectProxy({});
    open();
    expect(await send('https://nobody.example/')).to.deep.equal({
      kind: 'never_sent',
      detail: 'connect: no such host name (ENOTFOUND)',
    });
    expect(proxy.asked).to.deep.equal([]);
  });

  it('is not used for http, and for hosts of OUTBOUND_ALLOW', async () => {
    proxy = await connectProxy({});
    server = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', 'direct'))));
    open(['127.0.0.0/8']);
    expect(await send(server.url))
      .to.include({ kind: 'answered', body: 'direct' })
      .and.not.have.key('via');
    for (const host of ['127.0.0.1', 'loopback.example']) {
      const outcome = await send(`https://${host}:${server.port}/`);
      expect(outcome)
        .to.have.property('detail')
        .that.matches(/^connect: ERR_SSL_\w+$/);
    }
    expect(proxy.asked).to.deep.equal([]);
  });

  describe('at fault', () => {
    const rows: readonly (readonly [what: string, status: number, detail: string])[] = [
      ['refuses the password', 407, 'refused user or password (HTTP 407)'],
      ['refuses the address', 403, 'refused the connection (HTTP 403)'],
      ['reaches nobody', 502, 'could not reach the address (HTTP 502)'],
      ['has no time', 504, 'could not reach the address (HTTP 504)'],
      ['answers as if it were the destination', 302, 'refused the connection (HTTP 302)'],
    ];
    for (const [what, status, detail] of rows)
      it(`${what}: never sent, and named`, async () => {
        proxy = await connectProxy({ answer: () => status });
        open();
        for (const isFresh of [true, false])
          expect(await send('https://buyer.example/', isFresh)).to.deep.equal({
            kind: 'never_sent',
            detail: `connect: the proxy (OUTBOUND_PROXY) ${detail}`,
          });
      });

    it('is not there, closes, or speaks something else: never sent, and named', async () => {
      for (const [onConnection, detail] of [
        [undefined, /: nobody listens there \(ECONNREFUSED\)$/],
        [
          (socket: { destroy(): unknown }) => socket.destroy(),
          /: the line was lost while connecting \(ECONNRESET\)$/,
        ],
        [onceRead((socket) => socket.end('220 smtp.example ESMTP\r\n')), /: HPE_\w+$/],
      ] as const) {
        const other = await rawServer(onConnection ?? (() => undefined));
        if (!onConnection) await other.close();
        const outboundProxy = `http://127.0.0.1:${other.port}`;
        const own = createHttpClient({ outboundAllow: [], outboundProxy }, undefined, lookup);
        const outcome = await own.send(
          { method: 'GET', url: 'https://buyer.example/', headers: {}, timeoutMs: PATIENT_MS },
          { insecureHttp: false, freshConnection: true },
        );
        expect(outcome).to.include({ kind: 'never_sent' }).and.not.have.key('internal_fault');
        expect(outcome).to.have.property('detail').that.matches(detail);
        expect(outcome).to.have.property('detail').that.contains("the proxy (OUTBOUND_PROXY) can't be used");
        await own.close();
        await other.close();
      }
      proxy = await connectProxy({});
      open();
    });

    it('answers nothing: never sent in the time of the request, and named', async () => {
      proxy = await connectProxy({ answer: () => 0 });
      open();
      expect(await send('https://buyer.example/', true, SHORT_MS)).to.deep.equal({
        kind: 'never_sent',
        detail: 'connect: timed out, through the proxy (OUTBOUND_PROXY)',
      });
    });
  });

  it('carries TLS with the destination: a certificate that nobody trusts gets no byte, and the line is closed', async () => {
    server = await rawServer(onceRead((socket) => socket.end('no TLS')));
    proxy = await connectProxy({ port: server.port });
    open();
    const outcome = await send('https://buyer.example/');
    expect(outcome).to.include({ kind: 'never_sent' });
    expect(outcome)
      .to.have.property('detail')
      .that.matches(/^connect: ERR_SSL_\w+, through the proxy \(OUTBOUND_PROXY\)$/);
    expect(server.received()).to.not.contain('POST');
    await until(() => proxy.open() === 0, 'every connection is closed');
  });
});
