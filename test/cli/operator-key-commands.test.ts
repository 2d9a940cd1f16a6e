import { userInfo } from 'node:os';
import { expect } from 'chai';
import { hashKey } from '../../src/core/keys/key-format.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const DAY_MS = 86_400_000;

interface Listed {
  readonly prefix: string;
  readonly name: string;
  readonly state: string;
  readonly scopes: string[];
  readonly issued_by?: object;
  readonly created_at: string;
  readonly expires_at: string;
}

describe('leadkeep operator-key', () => {
  const services = migratedServices();
  const { env } = services;
  const issue = (...args: string[]) => runOk(env, 'operator-key', 'issue', ...args);
  const list = async (): Promise<readonly Listed[]> =>
    (JSON.parse((await runOk(env, 'operator-key', 'list', '--json')).stdout) as { keys: Listed[] }).keys;
  const issuedIn = (text: string) => JSON.parse(text) as { key: string; issued: Listed };
  const lifetimeOf = ({ created_at, expires_at }: Listed): number =>
    Date.parse(expires_at) - Date.parse(created_at);

  before(() => services.migrated());
  after(() => services.close());

  it('prints the key alone on stdout, and stores only its hash', async () => {
    const { stdout, stderr } = await issue('spreadsheet', '--scopes', 'reports:read,leads:read');
    expect(stdout).to.match(/^lko_[0-9A-Za-z]{38}\n$/);
    expect(stderr).to.contain('An operator key of spreadsheet for leads:read, reports:read, valid until');
    const keys = (await services.connection()).collection<{ _id: string }>('operator_keys');
    const stored = await keys.findOne({ _id: hashKey(stdout.trim()) });
    expect(stored).to.include({ name: 'spreadsheet', prefix: stdout.slice(0, 15) });
    expect(JSON.stringify(stored)).to.not.contain(stdout.trim());
  });

  it('gives 90 days where nothing else is said, and what is said', async () => {
    const read = async (...args: string[]): Promise<Listed> =>
      issuedIn((await issue('bi', '--scopes', 'reports:read', '--json', ...args)).stdout).issued;
    expect(lifetimeOf(await read())).to.equal(90 * DAY_MS);
    expect(lifetimeOf(await read('--expires', '12h'))).to.equal(DAY_MS / 2);
  });

  it('rotates with an overlap, then revokes', async () => {
    const key = (await issue('rotated', '--scopes', 'pii:read', '--expires', '30d')).stdout.trim();
    const rotate = ['operator-key', 'rotate', key.slice(0, 10), '--overlap', '1h', '--json'];
    const { key: next, issued } = issuedIn((await runOk(env, ...rotate)).stdout);
    expect(issued).to.deep.include({ name: 'rotated', scopes: ['pii:read'] });
    expect(lifetimeOf(issued)).to.equal(30 * DAY_MS);
    const stateOf = async (of: string) => (await list()).find(({ prefix }) => of.startsWith(prefix))?.state;
    expect([await stateOf(key), await stateOf(next)]).to.deep.equal(['replaced', 'valid']);
    const revoke = ['operator-key', 'revoke', next.slice(0, 12)];
    expect((await runOk(env, ...revoke)).stdout).to.contain('is revoked; every process refuses it within 5');
    expect((await runOk(env, ...revoke)).stdout).to.contain('was already revoked');
    expect(await stateOf(next)).to.equal('revoked');
  });

  it('lists them for people', async () => {
    const { stdout } = await runOk(env, 'operator-key', 'list');
    expect(stdout).to.match(/KEY +NAME +STATE +CREATED +EXPIRES +ISSUED BY +ROTATED BY +SCOPES/);
    expect(stdout).to.contain('leads:read,reports:read').and.to.contain(userInfo().username);
  });

  it('keeps the account that issued a key, also for the key that replaces it', async () => {
    const issuer = { kind: 'os_user', id: userInfo().username, name: userInfo().username };
    for (const { name, issued_by } of await list()) expect(issued_by, name).to.deep.equal(issuer);
  });

  it('does not take a key of an affiliate', async () => {
    const { code, stderr } = await runHere(env, 'operator-key', 'revoke', 'svc_live_abc');
    expect([code, stderr]).to.deep.equal([
      1,
      'leadkeep: PREFIX is the first 7 to 15 characters of a key, as `leadkeep operator-key list` prints them\n',
    ]);
  });

  for (const [args, said] of [
    [['spreadsheet'], "required option '--scopes <list>' not specified"],
    [['spreadsheet', '--scopes', 'leads:write'], 'The scopes are leads:read, searches:read, reports:read'],
    [['spreadsheet', '--scopes', ''], 'The scopes are leads:read'],
    [['two\nlines', '--scopes', 'leads:read'], 'It must be 1 to 64 letters'],
    [['bi', '--scopes', 'leads:read', '--expires', '367d'], 'at most 366d'],
    [['bi', '--scopes', 'leads:read', '--expires', '0d'], 'at most 366d'],
    [['bi', '--scopes', 'leads:read', '--expires', 'never'], 'at most 366d'],
  ] as const)
    it(`refuses ${JSON.stringify(args.join(' '))}`, async () => {
      const { code, stdout, stderr } = await runHere({}, 'operator-key', 'issue', ...args);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.contain(said);
    });
});
