import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { closeRedis, openRedis } from '../../../src/platform/redis/redis.js';
import { redisRefused } from '../../../src/platform/redis/redis-refusal.js';
import { readRedisTls, type RedisTlsSettings } from '../../../src/platform/redis/redis-tls.js';
import { runCli } from '../../../scripts/processes/run-cli.js';
import { processesWith, type ProcessName, type Processes } from '../../support/processes.js';
import { migratedServices, silentLog, type PrivateServices } from '../../support/services.js';
import { tlsProxy, type TlsProxy } from '../../support/tls-proxy.js';
import { until } from '../../support/until.js';
import { OF_ANOTHER_HOST, SELF_SIGNED } from '../outbound/self-signed.js';

const fingerprintOf = ({ cert }: { readonly cert: string }): string =>
  new X509Certificate(cert).fingerprint256;
const OWN = fingerprintOf(SELF_SIGNED);
const OTHER = fingerprintOf(OF_ANOTHER_HOST);

describe('the certificate of Redis', function () {
  this.timeout(120_000);
  let services: PrivateServices;
  let redis: TlsProxy;
  let elsewhere: TlsProxy;
  before(async () => {
    services = migratedServices();
    await services.migrated();
    redis = await tlsProxy(services.redisUrl, SELF_SIGNED);
    elsewhere = await tlsProxy(services.redisUrl, OF_ANOTHER_HOST);
  });
  after(async () => {
    await Promise.all([redis.close(), elsewhere.close()]);
    await services.close();
  });

  /** What a client gets: the answer to PING, or the sentence of the refusal. */
  async function pinged(url: string, tls: RedisTlsSettings): Promise<string> {
    const client = openRedis(url, 'listener', silentLog, tls);
    try {
      return await Promise.race([client.ping(), redisRefused(client)]);
    } catch (error) {
      return (error as Error).message;
    } finally {
      closeRedis(client);
    }
  }

  const CA = SELF_SIGNED.cert;
  const ofOther = { redisTlsCa: OF_ANOTHER_HOST.cert };
  type Row = readonly [what: string, RedisTlsSettings, at: 'redis' | 'elsewhere', told: RegExp];
  const rows: readonly Row[] = [
    [
      'nobody vouches for it',
      {},
      'redis',
      /REDIS_URL .+self-signed certificate.+REDIS_TLS_CA .+REDIS_TLS_FINGERPRINT/,
    ],
    ['it is REDIS_TLS_CA', { redisTlsCa: CA }, 'redis', /^PONG$/],
    ['REDIS_TLS_CA has no lines', { redisTlsCa: CA.replaceAll('\n', '\\n') }, 'redis', /^PONG$/],
    ['it is one of several', { redisTlsCa: `${OF_ANOTHER_HOST.cert}\n${CA}` }, 'redis', /^PONG$/],
    ['it has changed', ofOther, 'redis', /REDIS_TLS_CA does not verify .+self-signed.+changed/],
    ['it is for another host', ofOther, 'elsewhere', /REDIS_TLS_CA does not verify .+another host name/],
    ['it has the fingerprint', { redisTlsFingerprint: [OTHER, OWN] }, 'redis', /^PONG$/],
    ['so has one for another host', { redisTlsFingerprint: [OTHER] }, 'elsewhere', /^PONG$/],
    [
      'it has another fingerprint',
      { redisTlsFingerprint: [OTHER] },
      'redis',
      new RegExp(`REDIS_TLS_FINGERPRINT is not .+${OWN}`),
    ],
    [
      'both are set, and one is not right',
      { redisTlsCa: CA, redisTlsFingerprint: [OTHER] },
      'redis',
      /REDIS_TLS_FINGERPRINT is not/,
    ],
    [
      'both are set, and the other is not right',
      { ...ofOther, redisTlsFingerprint: [OWN] },
      'redis',
      /REDIS_TLS_CA does not/,
    ],
    ['it need not be verified', { redisTls: 'unverified' }, 'elsewhere', /^PONG$/],
  ];
  for (const [what, tls, at, told] of rows)
    it(what, async () => {
      expect(await pinged({ redis, elsewhere }[at].url, tls)).to.match(told);
    });

  it('with another fingerprint gets no byte, so no password', async () => {
    const before = redis.received();
    await pinged(redis.url.replace('//', '//user:word@'), { redisTlsFingerprint: [OTHER] });
    expect(redis.received()).to.equal(before);
  });

  it('may be in a file', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'leadkeep-'));
    const redisTlsCa = join(dir, 'redis.pem');
    writeFileSync(redisTlsCa, `Redis\n${CA}\n`);
    expect(await pinged(redis.url, { redisTlsCa })).to.equal('PONG');
    rmSync(dir, { recursive: true });
  });

  const wrong: readonly (readonly [url: string, RedisTlsSettings, RegExp])[] = [
    ['redis://one', { redisTls: 'unverified' }, /^Settings: REDIS_TLS=unverified needs .+ rediss\.$/],
    ['redis+cluster://one', { redisTlsCa: CA }, /^Settings: REDIS_TLS_CA needs .+ rediss\.$/],
    ['rediss://one', { redisTlsCa: '/none/such' }, /^Settings: REDIS_TLS_CA must be [^.]+\.$/],
    [
      'rediss://one',
      { redisTlsCa: '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----' },
      /^Settings: REDIS_TLS_CA must be/,
    ],
    [
      'rediss://one',
      { redisTls: 'unverified', redisTlsFingerprint: [OWN] },
      /^Settings: REDIS_TLS=unverified and REDIS_TLS_FINGERPRINT /,
    ],
    [
      'rediss+sentinel://one/main',
      { redisTlsFingerprint: [OWN] },
      /^Settings: REDIS_TLS_FINGERPRINT needs .+REDIS_TLS_CA\.$/,
    ],
  ];
  for (const [url, tls, sentence] of wrong)
    it(`${url} is refused with ${Object.keys(tls).join(' and ')}`, () => {
      expect(() => readRedisTls(url, tls)).to.throw(sentence);
    });

  describe('in processes', () => {
    let processes: Processes;
    before(() => {
      processes = processesWith(services.env);
    });
    after(() => processes.killAll());

    for (const name of ['web', 'sweeper', 'console'] as const satisfies readonly ProcessName[])
      it(`${name} ends with one sentence if nobody vouches for it`, async () => {
        const child = await processes.start(name, { REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
        expect(await child.ended, child.lines.join('\n')).to.equal('code 1');
        expect(child.lines, child.lines.join('\n')).to.have.length(1);
        expect(child.lines[0]).to.match(/^leadkeep: Settings: REDIS_URL .+REDIS_TLS_FINGERPRINT.+\.$/);
      });

    it('NODE_TLS_REJECT_UNAUTHORIZED=0 makes no exception for Redis', async () => {
      const env = { REDIS_URL: redis.url, LOG_LEVEL: 'silent', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
      const child = await processes.start('submit', env);
      expect(await child.ended, child.lines.join('\n')).to.equal('code 1');
      expect(child.lines.at(-1)).to.match(/^leadkeep: Settings: REDIS_URL /);
    });

    // The second one is the release: the processes of one that can't reach Redis would not start.
    for (const args of [['ledger', 'check'], ['migrate']])
      it(`leadkeep ${args.join(' ')} says it at once, in one sentence`, async () => {
        const env = { ...services.env, REDIS_URL: redis.url };
        const { ok, stderr } = await runCli(args, env, new AbortController().signal);
        expect(ok).to.equal(false);
        expect(stderr).to.match(/^leadkeep: Settings: REDIS_URL .+\.\n$/);
      });

    it('a process says at the start how it verifies, waits for a certificate that changed, and goes on', async () => {
      const child = await processes.start('submit', { REDIS_URL: redis.url, REDIS_TLS_FINGERPRINT: OWN });
      await child.says('the certificate of Redis is verified by REDIS_TLS_FINGERPRINT');
      await child.ready();
      redis.show(OF_ANOTHER_HOST);
      await child.says(`waiting for Redis: REDIS_TLS_FINGERPRINT is not that of the certificate`);
      await until(async () => {
        const { http, checks } = await child.ask('/readyz');
        return http === 503 && (checks?.['redis'] ?? '').startsWith('REDIS_TLS_FINGERPRINT is not');
      }, 'it is not ready, and says why');
      redis.show(SELF_SIGNED);
      await child.ready();
      child.send('SIGTERM');
      expect(await child.ended).to.equal('code 0');
    });
  });
});
