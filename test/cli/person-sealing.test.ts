import { expect } from 'chai';
import { withPersons } from '../../src/cli/wiring/with-persons-found.js';
import { knownKids } from '../../src/platform/mongo/sealing/known-kids.js';
import { privateServices, TEST_DATA_KEYS } from '../support/services.js';
import { runOk } from './run-cli.js';

describe('what leadkeep person erase seals', () => {
  const services = privateServices();
  after(() => services.close());

  it('is under a key whose name is noted before, so that no process that lacks it is ready', async () => {
    await runOk(services.env, 'migrate');
    const connection = await services.connection();
    const other = `other:${Buffer.alloc(32, 'other').toString('base64')}`;
    const env = { ...services.env, DATA_KEYS: `${other},${TEST_DATA_KEYS}` };
    const noted = await withPersons(
      env,
      () => new Date(),
      async ({ sealer }) => {
        const before = await knownKids(connection);
        await Promise.all([sealer.seal({ of: 'ada' }), sealer.seal({ of: 'ben' })]);
        return [before, await knownKids(connection)];
      },
    );
    expect(noted).to.deep.equal([[], ['other']]);
  });
});
