import { expect } from 'chai';
import { remembered } from '../../../../src/core/search/earlier-runs.js';
import { createRemovePerson } from '../../../../src/platform/mongo/person/remove-person.js';
import { aRun, partnersResult } from '../../../support/search-runs.js';
import { sharedResult, storedResults } from '../../../support/shared-results.js';
import { aSearch, minute } from '../../../support/stored-records.js';
import { openTermsWorld, type TermsProcess, type TermsWorld } from '../../../support/terms-world.js';

const NOW = minute(11);

describe('shared terms of results of earlier runs', () => {
  let world: TermsWorld;
  let one: TermsProcess;
  before(async () => {
    world = await openTermsWorld();
  });
  beforeEach(async () => {
    one = await world.process();
  });
  after(() => world.close());

  async function again({ searches }: TermsProcess, id: string, at = NOW) {
    const { campaign_id, lead, tracking, consent, extra, identities } = aSearch();
    const data = {
      campaign_id,
      lead,
      tracking,
      consent,
      extra,
      identities,
      is_test: false,
      mergeIdentities: () => [],
    };
    const of = { request_id: 'request-2', due_at: at, closes_at: at, entries: [] };
    const mine = { affiliate_id: 'affiliate-1', is_test: false };
    return searches.searchAgain(id, mine, { ...data, ...of }, at);
  }
  const beside = (search_id: string) =>
    one.connection.collection('earlier_results').find({ search_id }).sort({ _id: 1 }).toArray();

  it('are referred to as before, and cost no command more', async () => {
    const results = [sharedResult('run-1', 'A'), partnersResult('run-2')];
    const id = await one.searched(results);
    const [before] = await storedResults(one.connection, id);
    const { names, result } = await one.during(() => again(one, id));
    expect(names).to.deep.equal(['find', 'insert', 'findAndModify']);
    expect(result).to.deep.equal({ outcome: 'rerun', run: 2 });
    const [shared, own] = await beside(id);
    expect(shared).to.deep.include({ terms: before?.terms }).and.not.have.property('terms_until');
    const { terms } = partnersResult('run-2');
    expect(own).to.deep.include({ terms, terms_until: terms.expires_at });
    const other = await world.process();
    for (const one of results) expect(await other.searches.earlierResult(id, one.id)).to.deep.equal(one);
  });

  it('are forgotten when they expire, but for what OFFER_UNAVAILABLE needs', async () => {
    const results = [sharedResult('direct', 'B'), partnersResult('forget')] as const;
    const id = await one.searched(results);
    await again(one, id);
    expect(await one.searches.forgetTerms(minute(40))).to.equal(0);
    expect(await one.searches.forgetTerms(minute(41))).to.be.greaterThan(0);
    expect(await one.searches.earlierResult(id, 'forget')).to.deep.equal(remembered(results[1]));
    expect(await one.searches.earlierResult(id, 'direct'), "the catalogue's").to.deep.equal(results[0]);
  });

  it('of a partner that an erasure takes have expired with it, though the search runs again', async () => {
    const id = await one.searched([partnersResult('own')]);
    await again(one, id);
    const { run, state } = (await one.searches.read(id))!;
    const forgotten = { at: minute(12), why: 'erasure' } as const;
    expect(await createRemovePerson(one.connection).forgetSearch({ id, run, state }, forgotten)).to.equal(
      true,
    );
    const { terms } = (await one.searches.earlierResult(id, 'own'))!;
    expect([terms.expires_at, terms.payout_cents]).to.deep.equal([minute(12), undefined]);
  });

  it('that had expired when the search ran again are remembered as before', async () => {
    const result = partnersResult('expired');
    const id = await one.searched([result]);
    await again(await world.process(), id, minute(50));
    expect(await one.searches.earlierResult(id, 'expired')).to.deep.equal(remembered(result));
  });

  it('are found by external id, with the next run beside them', async () => {
    const { searches } = one;
    const result = sharedResult('named', 'E');
    const search = aSearch({ external_id: 'theirs', state: 'new' });
    await searches.insert(search);
    await searches.finishRun(search.id, 1, aRun({ results: [result] }));
    const [found] = await (await world.process()).searches.byExternalId('theirs', 5);
    expect(found?.results).to.deep.equal([result]);
  });
});
