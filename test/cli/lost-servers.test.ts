import { expect } from 'chai';
import { flakyProxy } from '../support/flaky-proxy.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk, type CliRun } from './run-cli.js';

const LOST =
  'leadkeep: The connection to MongoDB or Redis was lost; run the command again when the server is back\n';
const FILE = 'examples/minimal.yaml';

/** They use both servers. */
const COMMANDS: readonly (readonly string[])[] = [
  ['caps'],
  ['destinations'],
  ['ledger', 'rebuild'],
  ['check'],
];

describe('a command whose server is lost', () => {
  const services = migratedServices();
  const { env, redisPrefix, redisUrl, mongoUrl } = services;
  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', FILE);
  });
  after(() => services.close());

  /** Runs a command. As soon as it asks the server for this, the server is killed, or stands still for good. */
  async function runLosing(
    name: 'REDIS_URL' | 'MONGO_URL',
    asked: string,
    how: 'goAway' | 'hang',
    command: readonly string[],
  ): Promise<CliRun> {
    const way = await flakyProxy(name === 'REDIS_URL' ? redisUrl : mongoUrl);
    try {
      const lost = way.when(asked, how);
      const ended = runHere({ ...env, [name]: way.url }, ...command);
      await lost;
      return await ended;
    } finally {
      await way.close();
    }
  }

  for (const command of COMMANDS) {
    it(`${command.join(' ')}: names the Redis that is away`, async () => {
      const way = await flakyProxy(redisUrl, 'away');
      const away = { REDIS_URL: way.url, CONNECT_WAIT_MS: '100' };
      const { code, stderr } = await runHere({ ...env, ...away }, ...command);
      expect(code).to.be.greaterThan(0);
      const { host } = new URL(way.url);
      expect(stderr).to.equal(`leadkeep: Redis at ${host} does not answer; is REDIS_URL right?\n`);
    });

    it(`${command.join(' ')}: ends when Redis is killed after it began`, async () => {
      const { code, stderr } = await runLosing('REDIS_URL', redisPrefix, 'goAway', command);
      expect([code > 0, stderr]).to.deep.equal([true, LOST]);
    });
  }

  it('ends when Redis stands still for good after it began', async () => {
    const ended = await Promise.all(
      COMMANDS.map((command) => runLosing('REDIS_URL', redisPrefix, 'hang', command)),
    );
    for (const { code, stderr } of ended) expect([code > 0, stderr]).to.deep.equal([true, LOST]);
  });

  it('ends when MongoDB is killed after it began', async () => {
    const commands = [['apply', FILE], ['pause', 'offer', 'lakeshore-nursing'], ...COMMANDS];
    const ended = await Promise.all(
      commands.map((command) => runLosing('MONGO_URL', 'catalogue_versions', 'goAway', command)),
    );
    for (const { code, stderr } of ended) expect([code > 0, stderr]).to.deep.equal([true, LOST]);
  });
});
