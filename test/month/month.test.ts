import { expect } from 'chai';
import { privateServices } from '../support/services.js';
import { expectClassified } from '../support/stored-paths.js';
import { playMonth } from './play-month.js';
import { reportOf } from './report.js';

describe('a month of a made-up exchange', () => {
  const services = privateServices();
  after(() => services.close());

  it('has books that balance, whatever is killed while it is played', async () => {
    const month = await playMonth(await services.connection(), { leads: 1_000, seed: 1 });
    const { strikes } = month.stage;
    expect(
      month.proofs.filter(({ faults }) => faults.length > 0),
      reportOf({ ...month, strikes, seconds: 0 }),
    ).to.deep.equal([]);
    expect([...month.entries.kinds.keys()]).to.have.members([
      ...['sale', 'return', 'return_reversal', 'adjustment'],
    ]);
    expect(month.entries.late).to.be.greaterThan(0);
    expect(strikes.size).to.be.greaterThan(15);
    expect([...month.played.storyteller.outcomes.keys()]).to.include.members([
      'return: within',
      'return: max_share',
      'undo: begun',
    ]);
    await expectClassified(await services.connection());
  });
});
