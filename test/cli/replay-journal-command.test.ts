import { expect } from 'chai';
import { createErasureNumber } from '../../src/platform/redis/erasures.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

describe('leadkeep person replay-journal, whose journal lacks erasures', () => {
  const services = migratedServices();
  const dir = makeTempDir();
  after(async () => {
    dir.remove();
    await services.close();
  });

  it('names them and fails, until they are given up', async () => {
    const env = { ...services.env, ERASURE_JOURNAL: dir.dir };
    await services.migrated();
    await createErasureNumber(services.redis(), services.redisPrefix).remember(3);
    const lacking = await runHere(env, 'person', 'replay-journal');
    expect([lacking.code, lacking.stdout]).to.deep.equal([1, '0 erasures done again.\n']);
    expect(lacking.stderr).to.contain('lacks erasures 1 to 3').and.to.contain('--lost');
    expect(lacking.stderr).not.to.contain('Nobody');
    expect((await runHere(env, 'person', 'journal-status')).code).to.equal(1);
    const lost = await runOk(env, 'person', 'replay-journal', '--lost');
    expect(lost.stderr).to.equal('Nobody can do these erasures again: 1 to 3. Erase these persons again.\n');
    for (const command of ['journal-status', 'replay-journal']) await runOk(env, 'person', command);
  });
});
