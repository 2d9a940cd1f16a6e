import { expect } from 'chai';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { migratedServices } from '../support/services.js';
import { storeShown } from '../support/shown-results.js';
import { runAnswered, runHere, runOk } from './run-cli.js';

describe('leadkeep change price', () => {
  const services = migratedServices();
  const { env } = services;

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
    await storeShown(createSearchStore(await services.connection()), 1, 3_000, 1);
  });
  after(() => services.close());

  const change = (what: string, ...args: string[]) => ['change', what, ...args, '--for', '2h'];
  const below = (price: string) => change('price', 'offer', 'lakeshore-nursing', price);
  const listed = async () => (await runHere(env, 'change', 'list')).stdout;

  it('says what it would do and asks, before open results sell below their payout', async () => {
    const no = await runAnswered(env, false, ...below('29.50'));
    expect(no.asked).to.deep.equal(['Change it?']);
    expect(no.stderr).to.match(
      /^If you confirm: Offer lakeshore-nursing has a price of 29.50 USD instead of 42.50 USD until .* UTC\. The price is then below the payout on campaign northwind-edu\. 1 open result would then sell below its payout\.\n/,
    );
    expect([no.code, no.stdout]).to.deep.equal([1, '']);
    expect(await listed()).to.equal('Nothing is changed for a time.\n');
    const yes = await runAnswered(env, true, ...below('29.50'));
    expect(yes.stdout).to.match(/^Within 5 seconds: Offer lakeshore-nursing has a price of 29.50 USD /);
    expect(await listed()).to.match(/ Offer lakeshore-nursing has a price of 29.50 USD/);
    await runOk(env, 'change', 'end', '1');
  });

  it('does not ask when nothing open would, when a script runs it, or with --yes', async () => {
    const higher = await runAnswered(env, false, ...below('30'));
    expect([higher.code, higher.asked]).to.deep.equal([0, []]);
    await runOk(env, 'change', 'end', '2');
    expect((await runHere(env, ...below('1'))).code).to.equal(0);
    await runOk(env, 'change', 'end', '3');
    const sure = await runAnswered(env, false, ...below('2'), '--yes');
    expect([sure.code, sure.asked]).to.deep.equal([0, []]);
  });

  it('refuses what is no amount, and a payout without its offer', async () => {
    const amount = await runHere(env, ...below('4.505'));
    expect(amount.stderr).to.contain('It must be an amount of 0 or more with at most two decimals.');
    const payout = await runHere(env, ...change('payout', 'northwind-edu', '12'));
    expect(payout.stderr).to.contain('--offer <handle>');
  });
});
