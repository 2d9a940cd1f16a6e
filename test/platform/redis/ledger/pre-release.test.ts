import { expect } from 'chai';
import { SettingsError } from '../../../../src/platform/process/settings-error.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { refusePreRelease } from '../../../../src/platform/redis/ledger/pre-release.js';
import { runHere } from '../../../cli/run-cli.js';
import { testPlace } from '../../../support/caps.js';
import { bornLedger } from '../../../support/ledger.js';
import { privateServices } from '../../../support/services.js';

describe('the keys of a pre-release in Redis', () => {
  const services = privateServices();
  const { redisPrefix: prefix } = services;
  const { root } = ledgerKeys(prefix);
  after(() => services.close());
  beforeEach(() => services.redis().del(root));

  it('are refused by each process and by migrate in one sentence, and nothing is written', async () => {
    await services.redis().hset(root, { epoch: 'a', token: 't', caps: 'c', version: 1 });
    const before = await services.redis().hgetall(root);
    const error = await refusePreRelease(services.redis(), prefix).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(SettingsError);
    expect((error as Error).message).to.match(
      /^Settings: REDIS_URL .+ pre-release [^.]+REDIS_PREFIX [^.]+\.$/,
    );
    const { code, stderr } = await runHere(services.env, 'migrate');
    expect([code, stderr]).to.deep.equal([1, `leadkeep: ${(error as Error).message}\n`]);
    expect(await services.redis().hgetall(root)).to.deep.equal(before);
    expect(await (await services.connection()).collection('meta').countDocuments({})).to.equal(0);
  });

  it('are not those of a release, nor is an emptied Redis', async () => {
    await refusePreRelease(services.redis(), prefix);
    await bornLedger(services.redis(), prefix, [testPlace({ id: 'cap' }).cap]);
    await refusePreRelease(services.redis(), prefix);
  });
});
