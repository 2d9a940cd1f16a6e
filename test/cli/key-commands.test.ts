import { expect } from 'chai';
import { hashKey } from '../../src/core/keys/key-format.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

interface Listed {
  readonly prefix: string;
  readonly affiliate: object;
  readonly state: string;
  readonly operations: string[];
  readonly limits: object;
  readonly is_test: boolean;
}

describe('leadkeep key', () => {
  const services = migratedServices();
  const { env } = services;
  const list = async (): Promise<readonly Listed[]> =>
    (JSON.parse((await runOk(env, 'key', 'list', '--json')).stdout) as { keys: Listed[] }).keys;

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
  });
  after(() => services.close());

  it('prints the key alone on stdout, so that a script can take it', async () => {
    const { stdout, stderr } = await runOk(env, 'key', 'issue', '--affiliate', 'northwind');
    expect(stdout).to.match(/^svc_live_[0-9A-Za-z]{38}\n$/);
    expect(stderr).to.contain('A key of northwind, valid forever.');
    const stored = await (
      await services.connection()
    )
      .collection<{ _id: string }>('api_keys')
      .findOne({ _id: hashKey(stdout.trim()) });
    expect(JSON.stringify(stored)).to.not.contain(stdout.trim());
  });

  it('issues a test key with limits, operations and an end', async () => {
    const args = ['--test', '--expires', '90d', '--limit', 'search=600/min:50', '--limit', 'submit=5/min'];
    const { stdout } = await runOk(
      env,
      ...['key', 'issue', '--affiliate', 'northwind', '--json', '--operations', 'search,dupe-check'],
      ...args,
    );
    const { key, issued } = JSON.parse(stdout) as {
      key: string;
      issued: Listed & { created_at: string; expires_at: string };
    };
    expect(key).to.match(/^svc_test_/);
    expect(issued.affiliate).to.include({ handle: 'northwind' });
    expect(issued).to.deep.include({
      is_test: true,
      operations: ['search', 'dupe_check'],
      limits: { search: { per_minute: 600, burst: 50 }, submit: { per_minute: 5, burst: 120 } },
    });
    expect(Date.parse(issued.expires_at) - Date.parse(issued.created_at)).to.equal(90 * 86_400_000);
  });

  it('rotates with an overlap, then revokes', async () => {
    const key = (await runOk(env, 'key', 'issue', '--affiliate', 'northwind')).stdout.trim();
    const next = (await runOk(env, 'key', 'rotate', key.slice(0, 14), '--overlap', '1h')).stdout.trim();
    expect(next)
      .to.match(/^svc_live_/)
      .and.to.not.equal(key);
    const stateOf = async (of: string) => (await list()).find(({ prefix }) => of.startsWith(prefix))?.state;
    expect([await stateOf(key), await stateOf(next)]).to.deep.equal(['replaced', 'valid']);
    expect((await runHere(env, 'key', 'rotate', key.slice(0, 14))).stderr).to.contain(
      'was already replaced by',
    );
    expect((await runOk(env, 'key', 'revoke', next.slice(0, 16))).stdout).to.contain('is revoked');
    expect((await runOk(env, 'key', 'revoke', next.slice(0, 16))).stdout).to.contain('was already revoked');
    expect(await stateOf(next)).to.equal('revoked');
    expect((await runHere(env, 'key', 'rotate', next.slice(0, 20))).stderr).to.contain('no longer valid');
  });

  it('takes the shortest prefix where it fits one key, and refuses one that fits several', async () => {
    const keys = (await services.connection()).collection('api_keys');
    // Those that were issued begin by chance, perhaps like these.
    await keys.deleteMany({ is_test: false });
    const twin = { affiliate_id: 'x', operations: [], limits: {}, is_test: false, created_at: new Date() };
    await keys.insertMany([
      { ...twin, id: 'twin-1', prefix: 'svc_live_TWINaaaaaaa' },
      { ...twin, id: 'twin-2', prefix: 'svc_live_TWINbbbbbbb' },
      { ...twin, id: 'lone', prefix: 'svc_live_LONEaaaaaaa' },
    ]);
    const { code, stderr } = await runHere(env, 'key', 'revoke', 'svc_live_TWIN');
    expect([code, stderr]).to.deep.equal([
      1,
      'leadkeep: Several keys start with svc_live_TWIN. Enter more characters\n',
    ]);
    await runOk(env, 'key', 'revoke', 'svc_live_TWINa');
    const revoked = await keys.countDocuments({ prefix: /^svc_live_TWIN/, revoked_at: { $exists: true } });
    expect(revoked).to.equal(1);
    expect((await runOk(env, 'key', 'revoke', 'svc_live_LON')).stdout).to.contain('is revoked');
  });

  it('lists keys for a person, none of them whole', async () => {
    const { stdout } = await runOk(env, 'key', 'list');
    expect(stdout).to.match(/^KEY +AFFILIATE +STATE +CREATED +USED +EXPIRES +OPERATIONS +LIMITS\n/);
    expect(stdout).to.match(
      /svc_test_\w{11} +northwind +valid .* search,dupe_check +search=600\/min:50,submit=5\/min:120\n/,
    );
  });

  const issue = ['key', 'issue', '--affiliate', 'northwind'];
  for (const [what, args, code, said] of [
    ['no affiliate', ['key', 'issue'], 2, "required option '--affiliate <handle>' not specified"],
    ['an unknown affiliate', ['key', 'issue', '--affiliate', 'northwin'], 1, '(did you mean "northwind"?)'],
    ['a limit of another form', [...issue, '--limit', 'search=600'], 2, 'A limit looks like search=600/min'],
    [
      'no operation',
      [...issue, '--operations', 'search,delete'],
      2,
      'The operations are search, results, submit, dupe_check, reconcile.',
    ],
    ['no lifetime', [...issue, '--expires', '0d'], 2, 'It must be a duration like 12h or 90d.'],
    ['a short prefix', ['key', 'revoke', 'svc_live_ab'], 1, 'PREFIX is the first 12 to 20 characters'],
    [
      'an unknown prefix',
      ['key', 'revoke', 'svc_live_00000000000'],
      1,
      'No key starts with svc_live_00000000000',
    ],
  ] as const)
    it(`refuses ${what} with ${code}`, async () => {
      const run = await runHere(env, ...args);
      expect([run.code, run.stdout]).to.deep.equal([code, '']);
      expect(run.stderr).to.contain(said).and.to.not.contain('    at ');
    });
});
