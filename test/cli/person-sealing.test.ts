import { expect } from 'chai';
import { withOperator } from '../../src/cli/wiring/with-operator.js';
import { useDataKeys } from '../../src/platform/mongo/sealing/data-keys-of.js';
import { knownKids, rememberKid } from '../../src/platform/mongo/sealing/known-kids.js';
import { parseDataKeys } from '../../src/platform/secrets/data-keys.js';
import { privateServices, TEST_DATA_KEYS } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const OTHER = `other:${Buffer.alloc(32, 'other').toString('base64')}`;

describe('commands with keys that a database does not know', function () {
  this.timeout(120_000);
  const services = privateServices();
  after(() => services.close());

  it('change nothing: leadkeep migrate, a command that changes something, and the status tells', async () => {
    await runOk(services.env, 'migrate');
    const connection = await services.connection();
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    await rememberKid(connection);
    const meta = () => connection.collection('meta').find().toArray();
    const before = await meta();
    const lacks =
      'leadkeep: Settings: DATA_KEYS lacks test, which this database needs, so its new key other may not seal: set all of them. Nothing was changed.\n';
    const wrong = { ...services.env, DATA_KEYS: OTHER };
    for (const command of [['migrate'], ['apply', 'examples/minimal.yaml', '--yes'], ['data-keys', 'rotate']])
      expect(await runHere(wrong, ...command), command[0]).to.include({ code: 1, stderr: lacks });
    const { DATA_KEYS: _, ...none } = services.env;
    const without = await runHere(none, 'migrate');
    expect([without.code, without.stderr]).to.deep.equal([
      1,
      'leadkeep: Set DATA_KEYS, or DATA_KEYS_FILE: this database needs test\n',
    ]);
    const status = await runHere(wrong, 'data-keys', 'status');
    expect([status.code, status.stderr]).to.deep.equal([
      1,
      'leadkeep: DATA_KEYS lacks test: no process is ready without it, and nobody can read the people of records that it seals\n',
    ]);
    expect(await meta()).to.deep.equal(before);
  });

  it('tells what is wrong with any setting before the processes start', async () => {
    const { code, stderr } = await runHere(
      { ...services.env, REDIS_URL: 'redis://:pa#ss@redis:6379' },
      'migrate',
    );
    expect(code).to.equal(1);
    expect(stderr).to.match(/^leadkeep: Settings: REDIS_URL must be a redis:.*%23.*\.\n$/);
  });
});

describe('what leadkeep person erase seals', () => {
  const services = privateServices();
  after(() => services.close());

  it('is under a key whose name is noted before, so that no process that lacks it is ready', async () => {
    await runOk(services.env, 'migrate');
    const connection = await services.connection();
    const env = { ...services.env, DATA_KEYS: `${OTHER},${TEST_DATA_KEYS}` };
    const silent = () => undefined;
    const cli = { env, clock: () => new Date(), print: silent, note: silent };
    const noted = await withOperator(cli, async ({ ports: { sealer } }) => {
      const before = await knownKids(connection);
      await Promise.all([sealer.seal({ of: 'ada' }), sealer.seal({ of: 'ben' })]);
      return [before, await knownKids(connection)];
    });
    expect(noted).to.deep.equal([[], ['other']]);
  });
});
