import { expect } from 'chai';
import type { StoredResult } from '../../../../src/core/search/search-record.js';
import { newestRecords } from '../../../../src/platform/mongo/newest-records.js';
import { createTermsStore } from '../../../../src/platform/mongo/terms/terms-store.js';
import { aRun, partnersResult } from '../../../support/search-runs.js';
import { sharedResult, storedResults } from '../../../support/shared-results.js';
import { aSearch, minute } from '../../../support/stored-records.js';
import { openTermsWorld, type TermsProcess, type TermsWorld } from '../../../support/terms-world.js';

const AT = minute(11);
const TEXTS = Array.from({ length: 40 }, (_, i) => `I agree to be called about ${i}.`);
let made = 0;
/** Results of one run: one for each text. */
const runOf = (...texts: readonly string[]): StoredResult[] =>
  texts.map((text) => sharedResult(`result-${(made += 1)}`, text));

describe('results that share their terms, in MongoDB', () => {
  let world: TermsWorld;
  let one: TermsProcess;
  let other: TermsProcess;
  before(async () => {
    world = await openTermsWorld();
  });
  beforeEach(async () => {
    [one, other] = [await world.process(), await world.process()];
    for (const name of ['searches', 'result_terms']) await one.connection.collection(name).deleteMany({});
  });
  after(() => world.close());
  const terms = () => one.connection.collection<{ readonly _id: string }>('result_terms');
  const idOf = async (id: string, at: number): Promise<string> => {
    const stored = (await storedResults(one.connection, id))[at]?.terms;
    return stored && 'id' in stored ? stored.id : '';
  };

  it('are stored once, before the first search that refers to them, and cost the next one nothing', async () => {
    const results = runOf('A', 'B', 'B');
    const first = await one.during(() => one.searched(results));
    expect(first.names).to.deep.equal(['insert', 'insert', 'update']);
    const again = await one.during(() => one.searched(runOf('A', 'B')));
    expect(again.names).to.deep.equal(['insert', 'update']);
    const [a, b] = [await idOf(first.result, 0), await idOf(first.result, 1)];
    expect(await storedResults(one.connection, first.result)).to.deep.equal(
      results.map(({ id, run, offer_id, terms: { expires_at } }, at) => ({
        ...{ id, run, offer_id },
        terms: { id: at === 0 ? a : b, expires_at },
      })),
    );
    const { campaign_id, priority, terms: ofFirst } = results[0]!;
    const { expires_at: _, ...rest } = ofFirst;
    const shared = { ...rest, campaign_id, priority };
    expect(await terms().countDocuments()).to.equal(2);
    expect(await terms().findOne({ _id: a })).to.deep.equal({ _id: a, ...shared });
    expect((await one.searches.read(first.result))?.results).to.deep.equal(results);
  });

  it('are read once by each process, in one command', async () => {
    const results = runOf(...TEXTS);
    const id = await one.searched(results);
    const shown = await other.during(() => other.searches.readShown(id, AT));
    expect(shown.names).to.deep.equal(['find', 'find']);
    expect(shown.result?.results).to.deep.equal(results);
    const later = await other.during(() => other.searches.readSubmitted(id, results[7]!.id));
    expect(later.names).to.deep.equal(['find']);
    expect(later.result?.result).to.deep.equal(results[7]);
    expect((await other.searches.readShown(id, minute(40)))?.results, 'expired').to.deep.equal([]);
  });

  it('of processes that store the same at once, each finds them, and none fails', async () => {
    const all = [one, other, await world.process('in batches'), await world.process('in batches')];
    const searched = await Promise.all(
      Array.from({ length: 16 }, async (_, by) => {
        const found = runOf(...(by % 2 === 0 ? TEXTS : [...TEXTS].reverse()));
        return [await all[by % all.length]!.searched(found), found] as const;
      }),
    );
    expect(await terms().countDocuments()).to.equal(TEXTS.length);
    const reader = await world.process('in batches');
    const read = await Promise.all(searched.map(([id]) => reader.searches.readShown(id, AT)));
    expect(read.map((search) => search?.results)).to.deep.equal(searched.map(([, found]) => found));
    const ofOne = (of: number) => searched[of]![1][of]!;
    const submitted = await Promise.all(
      searched.map(([id], of) => reader.searches.readSubmitted(id, ofOne(of).id)),
    );
    expect(submitted.map((search) => search?.result)).to.deep.equal(searched.map((_, of) => ofOne(of)));
  });

  it('are used by the next search if the process died before its search', async () => {
    await createTermsStore(one.connection).refer(runOf('A'));
    const results = runOf('A', 'B');
    const id = await other.searched(results);
    expect((await one.searches.read(id))?.results).to.deep.equal(results);
    expect(await terms().countDocuments()).to.equal(2);
  });

  it('a search refers to nothing that could not be stored', async () => {
    const search = aSearch({ state: 'new' });
    await one.searches.insert(search);
    const run = aRun({ results: runOf('A') });
    const finish = () => one.searches.finishRun(search.id, 1, run);
    const collection = one.connection.collection('result_terms');
    const insertMany = collection.insertMany.bind(collection);
    Object.assign(collection, { insertMany: () => Promise.reject(new Error('the database is away')) });
    let fault: unknown;
    await finish().catch((error: unknown) => {
      fault = error;
    });
    expect(String(fault)).to.include('the database is away');
    expect(await storedResults(one.connection, search.id)).to.deep.equal([]);
    Object.assign(collection, { insertMany });
    expect(await finish()).to.equal(true);
    expect((await other.searches.read(search.id))?.results).to.deep.equal(run.results);
  });

  it('are right in a process that remembers only few of them', async () => {
    const small = createTermsStore(one.connection, 3);
    const results = runOf(...TEXTS);
    for (const times of [1, 2]) {
      const stored = await small.refer(results);
      expect(await small.resolve(stored), String(times)).to.deep.equal(results);
      expect(await createTermsStore(other.connection).resolve(stored)).to.deep.equal(results);
    }
    expect(await terms().countDocuments()).to.equal(TEXTS.length);
  });

  it('that are missing are a fault that names them, and hide nothing else of the search', async () => {
    const results = runOf('A', 'B');
    const [first, second] = results.map((result) => result.id) as [string, string];
    const id = await one.searched(results);
    const gone = await idOf(id, 1);
    await terms().deleteOne({ _id: gone });
    const search = (await other.searches.read(id))!;
    expect(search).to.include({ id, state: 'done' });
    expect(search.results[0]).to.deep.equal(results[0]);
    const fault = `result_terms has no ${gone}, to which the result ${second} refers`;
    expect(() => search.results[1]?.terms).to.throw(fault);
    const shown = await other.searches.readShown(id, AT);
    expect(() => shown?.results.map((result) => result.terms.offer_name)).to.throw(fault);
    const submitted = await other.searches.readSubmitted(id, second);
    expect(() => submitted?.result?.terms).to.throw(fault);
    expect((await other.searches.readSubmitted(id, first))?.result).to.deep.equal(results[0]);
  });

  it('stand beside those of a partner, which are the result’s own', async () => {
    const results = [partnersResult('own'), ...runOf('A')];
    const id = await one.searched(results);
    expect((await storedResults(one.connection, id))[0]).to.deep.equal(results[0]);
    expect((await other.searches.read(id))?.results).to.deep.equal(results);
    expect((await other.searches.readShown(id, AT))?.results).to.deep.equal(results);
    for (const result of results)
      expect((await other.searches.readSubmitted(id, result.id))?.result).to.deep.equal(result);
    const { searches } = await newestRecords(other.connection, 1);
    expect(searches.map((search) => search.results)).to.deep.equal([results]);
  });
});
