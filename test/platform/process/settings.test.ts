import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { describeSettings, readSettings, SettingsError } from '../../../src/platform/process/settings.js';

const SECRET = 'x'.repeat(32);
const read = (env: NodeJS.ProcessEnv) => readSettings({ IDENTITY_SECRET: SECRET, ...env });

function faultOf(env: NodeJS.ProcessEnv): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('no SettingsError');
}

describe('settings', () => {
  const good: readonly [NodeJS.ProcessEnv, Partial<ReturnType<typeof readSettings>>][] = [
    [{}, { port: 3000, outboundAllow: [], trustProxy: false, redisPrefix: 'leadkeep' }],
    [{}, { searchWaitMs: 2_000, searchOpenMs: 45_000, pollAfterMs: 1_000, submitWaitMs: 10_000 }],
    [
      { PORT: '0', HEALTH_PORT: '9100' },
      { port: 0, healthPort: 9_100 },
    ],
    [
      { PORT: '', LOG_LEVEL: '' },
      { port: 3000, logLevel: 'info' },
    ],
    [{ OUTBOUND_ALLOW: '10.0.0.0/8, fd00::/8' }, { outboundAllow: ['10.0.0.0/8', 'fd00::/8'] }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: 'loopback,192.0.2.0/24' }, { trustProxy: ['loopback', '192.0.2.0/24'] }],
    [{}, { host: '127.0.0.1', docs: 'on', maxConnections: 5_000 }],
    [{}, { consolePort: 3_001, consoleHost: '127.0.0.1' }],
    [{ HOST: '::' }, { host: '::' }],
    // Platforms that name themselves have their router on another machine.
    [{ DYNO: 'web.1' }, { host: '0.0.0.0' }],
    [{ CONTAINER: 'web-1', CONTAINER_VERSION: '0f1e' }, { host: '0.0.0.0' }],
    [{ CONTAINER: 'web-1' }, { host: '127.0.0.1' }],
    [{ DYNO: 'web.1', HOST: '10.0.0.5' }, { host: '10.0.0.5' }],
    [{}, { webServes: 'api', redisTls: 'verified' }],
    [
      { REDIS_TLS_FINGERPRINT: `sha256 Fingerprint=${'AB:'.repeat(31)}cd, ${'0f'.repeat(32)}` },
      { redisTlsFingerprint: [`${'AB:'.repeat(31)}CD`, `${'0F:'.repeat(31)}0F`] },
    ],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, { host: '127.0.0.1' }],
    [{ NODE_ENV: 'production', NODE_TLS_REJECT_UNAUTHORIZED: '1' }, { nodeEnv: 'production' }],
    [{ MONGO_URL: 'mongodb+srv://db.example/x' }, { mongoUrl: 'mongodb+srv://db.example/x' }],
  ];
  for (const [env, expected] of good)
    it(`reads ${JSON.stringify(env)}`, () => {
      expect(read(env)).to.deep.include(expected);
    });

  it('has no health port unless one is set', () => {
    expect(read({})).to.not.have.property('healthPort');
  });

  const bad: readonly [string, string][] = [
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['HEALTH_PORT', '-1'],
    ['HOST', 'leads.example.com'],
    ['CONSOLE_PORT', '70000'],
    ['CONSOLE_HOST', 'console.example.com'],
    ['DOCS', 'perhaps'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '0'],
    ['MONGO_URL', 'http://user:password@db'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_PREFIX', 'a:b'],
    ['REDIS_TLS', 'off'],
    ['REDIS_TLS_FINGERPRINT', 'AB:CD'],
    ['REDIS_TLS_FINGERPRINT', `${'ab'.repeat(32)},${'xy'.repeat(32)}`],
    ['HEALTH_TOKEN', 'short'],
    ['WEB_SERVES', 'both'],
    ['LOG_LEVEL', 'loud'],
    ['OUTBOUND_ALLOW', '10.0.0.1'],
    ['OUTBOUND_ALLOW', '10.0.0.0/8,everything'],
    ['OUTBOUND_ALLOW', '10/8'],
    ['OUTBOUND_ALLOW', '192.168/16'],
    ['OUTBOUND_ALLOW', '010.0.0.0/8'],
    ['OUTBOUND_PROXY', 'proxy.example.com:9293'],
    ['OUTBOUND_PROXY', 'socks5://user:geheim@proxy.example.com'],
    ['OUTBOUND_PROXY', 'http://user:geheim@proxy.example.com/path'],
    ['OUTBOUND_PROXY', 'http://user:ge%heim@proxy.example.com'],
    ['OUTBOUND_PROXY', 'http://user:geheim@'],
    ['SMTP_URL', 'smtps://user:geheim@mail.example.com?tls.rejectUnauthorized=false'],
    ['TRUST_PROXY', '10/8'],
    ['TRUST_PROXY', '100'],
    ['HOST', '0'],
    ['IDENTITY_SECRET', 'too short'],
    ['IDENTITY_SECRET', ''],
    ['AUDIT_SECRET', 'too short'],
    ['SEARCH_CONCURRENCY', '0'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'loopback,proxy.example'],
    ['REFRESH_MS', '60000'],
  ];
  for (const [name, value] of bad)
    it(`refuses ${name}=${value} in one sentence that does not repeat it`, () => {
      const sentence = faultOf({ IDENTITY_SECRET: SECRET, [name]: value });
      expect(sentence).to.match(new RegExp(`^Settings: ${name} must be [^.]+\\.$`));
      if (value.length > 5) expect(sentence).to.not.contain(value);
    });

  it('takes no way around verified certificates in production, whoever calls', () => {
    const sentence = faultOf({
      IDENTITY_SECRET: SECRET,
      NODE_ENV: 'production',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    expect(sentence).to.match(/^Settings: NODE_TLS_REJECT_UNAUTHORIZED must not be 0 .+REDIS_TLS_CA.+\.$/);
  });

  it('wants the address of a console that is the `web` of a platform', () => {
    const env = { IDENTITY_SECRET: SECRET, NODE_ENV: 'production', WEB_SERVES: 'console' };
    expect(faultOf(env)).to.match(/^Settings: CONSOLE_URL must be set .+\.$/);
    expect(read({ ...env, CONSOLE_URL: 'https://console.example.com' })).to.include({ webServes: 'console' });
  });

  it('names all faults at once', () => {
    expect(faultOf({ PORT: 'x', REFRESH_MS: 'y' })).to.match(
      /^Settings: PORT .+; IDENTITY_SECRET .+; REFRESH_MS .+\.$/,
    );
  });

  it('reads OUTBOUND_PROXY from its file in SECRETS_DIR, before the environment', () => {
    const SECRETS_DIR = mkdtempSync(join(tmpdir(), 'leadkeep-settings-'));
    const env = { IDENTITY_SECRET: SECRET, SECRETS_DIR, OUTBOUND_PROXY: 'http://env.example:1' };
    expect(readSettings(env)).to.include({ outboundProxy: 'http://env.example:1' });
    const file = join(SECRETS_DIR, 'OUTBOUND_PROXY');
    writeFileSync(file, 'https://user:geheim@proxy.example.com:9293\n');
    expect(readSettings(env)).to.include({ outboundProxy: 'https://user:geheim@proxy.example.com:9293' });
    writeFileSync(file, 'geheim');
    expect(faultOf(env))
      .to.match(/^Settings: OUTBOUND_PROXY must be [^.;]+\.$/)
      .and.not.contain('geheim');
    rmSync(file);
    mkdirSync(file);
    expect(faultOf(env)).to.equal(
      "Settings: OUTBOUND_PROXY can't be read from its file in SECRETS_DIR (EISDIR).",
    );
    rmSync(SECRETS_DIR, { recursive: true });
  });

  it('is what .env.example has, all but the secret', () => {
    const text = readFileSync('.env.example', 'utf8');
    const rows = describeSettings();
    const named = [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(named).to.deep.equal(rows.map(({ name }) => name));
    expect(read({ ...parseEnv(text), IDENTITY_SECRET: SECRET })).to.deep.equal(read({}));
    expect(faultOf(parseEnv(text))).to.contain('IDENTITY_SECRET');
  });

  it('has an example of every setting that can be read', () => {
    for (const { name, example, description } of describeSettings()) {
      expect(description, name).to.match(/\.$/);
      expect(() => read({ [name]: example }), name).to.not.throw();
    }
  });
});
