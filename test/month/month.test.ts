import { expect } from 'chai';
import { privateServices } from '../support/services.js';
import { expectClassified } from '../support/stored-paths.js';
import { IS_FULL } from '../support/in-full.js';
import { playMonth } from './play-month.js';
import { reportOf } from './report.js';

/** Another number by LEADS. */
const LEADS = Number(process.env['LEADS'] ?? (IS_FULL ? 20_000 : 1_000));

describe('a month of a made-up exchange', () => {
  const services = privateServices();
  after(() => services.close());

  it('has books that balance, whatever is killed while it is played', async () => {
    const month = await playMonth(await services.connection(), { leads: LEADS, seed: 1 });
    const { strikes } = month.stage;
    expect(
      month.proofs.filter(({ faults }) => faults.length > 0),
      reportOf({ ...month, strikes, seconds: 0 }),
    ).to.deep.equal([]);
    expect([...month.entries.kinds.keys()]).to.have.members([
      ...['sale', 'return', 'return_reversal', 'adjustment'],
    ]);
    expect(month.entries.late).to.be.greaterThan(0);
    // How many of the points it kills at is chance: some come only once.
    expect(strikes.size).to.be.greaterThan(10);
    expect([...month.played.storyteller.outcomes.keys()]).to.include.members([
      'return: within',
      'return: max_share',
      ...['stage: recorded', 'stage: already', 'stage: refused', 'count_stages: struck'],
      ...['undo: begun', 'return: requested', 'decide_return: accepted', 'decide_return: declined'],
    ]);
    await expectClassified(await services.connection());
  }).timeout(3_600_000);
});
