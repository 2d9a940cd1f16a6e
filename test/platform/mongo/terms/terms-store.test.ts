import { expect } from 'chai';
import { newestRecords } from '../../../../src/platform/mongo/newest-records.js';
import { createReportReader } from '../../../../src/platform/mongo/reports/report-reader.js';
import { createTermsStore, termsStoreOf } from '../../../../src/platform/mongo/terms/terms-store.js';
import { aResult, aRun } from '../../../support/search-runs.js';
import {
  listedRun,
  sharedResult,
  sharedRun,
  storedResults,
  termsIdIn,
  termsIn,
} from '../../../support/shared-results.js';
import { aSearch, minute } from '../../../support/stored-records.js';
import { openTermsWorld, type TermsProcess, type TermsWorld } from '../../../support/terms-world.js';

const AT = minute(11);
const TEXTS = Array.from({ length: 40 }, (_, i) => `I agree to be called about ${i}.`);

describe('results that share their terms, in MongoDB', () => {
  let world: TermsWorld;
  let one: TermsProcess;
  let other: TermsProcess;
  before(async () => {
    world = await openTermsWorld();
  });
  beforeEach(async () => {
    [one, other] = [await world.process(), await world.process()];
    for (const name of ['searches', 'earlier_results', 'result_terms', 'result_lists'])
      await one.connection.collection(name).deleteMany({});
  });
  after(() => world.close());

  it('are stored once, before the first search that refers to them, and cost the next one nothing', async () => {
    const results = sharedRun(['A', 'B', 'B']);
    const first = await one.during(() => one.searched(results));
    expect(first.names).to.deep.equal(['insert', 'find', 'insert', 'update']);
    const again = await one.during(() => one.searched(sharedRun(['A', 'B'])));
    expect(again.names).to.deep.equal(['insert', 'update']);
    const [text, ...others] = await storedResults(one.connection, first.result);
    expect(others, 'all results are one text').to.deep.equal([]);
    expect(JSON.parse(text as string)).to.deep.equal({
      first: results[0]?.id,
      offers: ['offer A', 'offer B', 'offer B'],
      terms: results.map(termsIdIn),
      priorities: [[0, 3]],
      expires: [[results[0]?.terms.expires_at.getTime(), 3]],
    });
    const { expires_at: _, ...shared } = sharedResult('r1', 'A').terms;
    const stored = await termsIn(one.connection).find({}).sort({ tcpa_text: 1 }).toArray();
    expect(stored).to.have.length(2);
    expect(stored[0]).to.deep.equal({ _id: termsIdIn(results[0]!), ...shared });
    expect((await one.searches.read(first.result))?.results).to.deep.equal(results);
  });

  it('are read once by each process, in one command', async () => {
    const results = sharedRun(TEXTS);
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
    const results = (by: number) => sharedRun(by % 2 === 0 ? TEXTS : [...TEXTS].reverse());
    const made = await Promise.all(
      Array.from({ length: 16 }, async (_, by) => {
        const found = results(by);
        return [await all[by % all.length]!.searched(found), found] as const;
      }),
    );
    expect(await termsIn(one.connection).countDocuments()).to.equal(TEXTS.length);
    const reader = await world.process('in batches');
    const read = await Promise.all(made.map(([id]) => reader.searches.readShown(id, AT)));
    expect(read.map((search) => search?.results)).to.deep.equal(made.map(([, found]) => found));
    const ofOne = (of: number) => made[of]![1][of]!;
    const submitted = await Promise.all(
      made.map(([id], of) => reader.searches.readSubmitted(id, ofOne(of).id)),
    );
    expect(submitted.map((search) => search?.result)).to.deep.equal(made.map((_, of) => ofOne(of)));
  });

  it('are used by the next search if the process died before its search', async () => {
    await termsStoreOf(one.connection).refer([sharedResult('r1', 'A')]);
    const results = sharedRun(['A', 'B']);
    const { names, result: id } = await other.during(() => other.searched(results));
    expect(names).to.deep.equal(['insert', 'find', 'insert', 'update']);
    expect((await one.searches.read(id))?.results).to.deep.equal(results);
    expect(await termsIn(one.connection).countDocuments()).to.equal(2);
  });

  it('a search refers to nothing that could not be stored', async () => {
    const search = aSearch({ state: 'new' });
    await one.searches.insert(search);
    const run = aRun({ results: [sharedResult('r1', 'A')] });
    const finish = () => one.searches.finishRun(search.id, 1, run);
    const terms = one.connection.collection('result_terms');
    const insertMany = terms.insertMany.bind(terms);
    Object.assign(terms, { insertMany: () => Promise.reject(new Error('the database is away')) });
    let fault: unknown;
    await finish().catch((error: unknown) => {
      fault = error;
    });
    expect(String(fault)).to.include('the database is away');
    expect(await storedResults(one.connection, search.id)).to.deep.equal([]);
    Object.assign(terms, { insertMany });
    expect(await finish()).to.equal(true);
    expect((await other.searches.read(search.id))?.results).to.deep.equal(run.results);
  });

  it('are right in a process that can keep only few of them', async () => {
    const small = createTermsStore(one.connection, 1_000);
    const results = TEXTS.map((text, i) => sharedResult(`r${i}`, text));
    for (const times of [1, 2]) {
      const stored = await small.refer(results);
      expect(await small.resolve(stored), String(times)).to.deep.equal(results);
      expect(await termsStoreOf(other.connection).resolve(stored)).to.deep.equal(results);
    }
    const { names } = await one.during(() => small.refer(results));
    expect(names, 'what is there is not sent again').to.deep.equal(['find']);
    expect(await termsIn(one.connection).countDocuments()).to.equal(TEXTS.length);
  });

  it('that are missing are a fault that names them, and hide nothing else of the search', async () => {
    const results = sharedRun(['A', 'B']);
    const [first, second] = results.map((result) => result.id) as [string, string];
    const id = await one.searched(results);
    const gone = termsIdIn(results[1]!);
    await termsIn(one.connection).deleteOne({ _id: gone });
    const search = (await other.searches.read(id))!;
    expect(search).to.include({ id, state: 'done' });
    expect(search.results[0]).to.deep.equal(results[0]);
    const fault = new RegExp(
      `result_terms and result_lists have no ${gone}, to which the result ${second} refers`,
    );
    expect(() => search.results[1]?.terms).to.throw(fault);
    const shown = await other.searches.readShown(id, AT);
    expect(() => shown?.results.map(({ terms }) => terms.offer_name)).to.throw(fault);
    const submitted = await other.searches.readSubmitted(id, second);
    expect(() => submitted?.result?.terms).to.throw(fault);
    expect((await other.searches.readSubmitted(id, first))?.result).to.deep.equal(results[0]);
  });

  it('of many offers refer to a list, which each process stores or reads once', async () => {
    const { results, list } = listedRun(120, { paused: [5], narrowed: [7], partners: [9] });
    const first = await one.during(() => one.searched(results, list));
    const both = ['find', 'insert', 'find', 'insert'];
    expect(first.names, 'terms and list').to.deep.equal(['insert', ...both, 'update']);
    const next = listedRun(120);
    const again = await one.during(() => one.searched(next.results, next.list));
    expect(again.names, 'some terms are new').to.deep.equal(['insert', ...both, 'update']);
    const once = await one.during(() => one.searched(next.results, next.list));
    expect(once.names).to.deep.equal(['insert', 'update']);
    for (const stored of await Promise.all(
      [first, again].map((of) => storedResults(one.connection, of.result)),
    ))
      expect((stored[0] as string).length).to.be.lessThan(400);
    const shown = await other.during(() => other.searches.readShown(first.result, AT));
    expect(shown.names).to.deep.equal(['find', 'find', 'find']);
    expect(shown.result?.results).to.deep.equal(results);
    expect((await other.searches.read(again.result))?.results).to.deep.equal(next.results);
    const later = await other.during(() => other.searches.readSubmitted(first.result, results[80]!.id));
    expect(later.names).to.deep.equal(['find']);
    expect(later.result?.result).to.deep.equal(results[80]);
  });

  const ever = { from: new Date(0), to: new Date(8e12) };
  const countedBy = async ({ connection }: TermsProcess) => {
    const counted: Record<string, readonly string[]> = {};
    for await (const search of createReportReader(connection).searches(ever, 10))
      counted[search.id] = search.shown;
    return counted;
  };

  it('of many offers are counted by reports, whose process reads their list', async () => {
    const { results, list } = listedRun(60, { narrowed: [3], partners: [0, 59] });
    const id = await one.searched(results, list);
    expect(await countedBy(other)).to.deep.equal({ [id]: results.map(({ offer_id }) => offer_id) });
  });

  it('whose list is missing are a fault when they are looked at, and are not counted', async () => {
    for (const narrowed of [[], Array.from({ length: 60 }, (_, place) => place)]) {
      const { results, list } = listedRun(60, { narrowed });
      const id = await one.searched(results, list);
      await one.connection.collection('result_lists').deleteMany({});
      const reader = await world.process();
      const search = (await reader.searches.read(id))!;
      expect(search.results.map((result) => result.id)).to.deep.equal(results.map((result) => result.id));
      const fault = `result_lists have no ${list!.id}`;
      expect(() => search.results[1]?.terms).to.throw(fault);
      const submitted = await reader.searches.readSubmitted(id, results[3]!.id);
      expect(() => submitted?.result?.terms).to.throw(fault);
      const counted = await countedBy(reader).catch((error: unknown) => String(error));
      expect(counted).to.include('The list of offers of').and.to.include('is missing');
      await reader.connection.collection('searches').deleteMany({});
    }
  });

  it('stand beside results with terms of their own', async () => {
    const [own, shared] = [aResult('own'), sharedResult('shared', 'A')];
    const results = [own, shared];
    const id = await one.searched(results);
    const raw = one.connection.collection<{ _id: string; verdicts: unknown }>('searches');
    expect((await raw.findOne({ _id: id }))?.verdicts).to.deep.equal([{ offer_id: 'o1', returned: true }]);
    expect((await storedResults(one.connection, id))[0]).to.deep.equal(own);
    expect((await other.searches.read(id))?.results).to.deep.equal(results);
    expect((await other.searches.readShown(id, AT))?.results).to.deep.equal(results);
    for (const result of results)
      expect((await other.searches.readSubmitted(id, result.id))?.result).to.deep.equal(result);
    const { searches } = await newestRecords(other.connection, 1);
    expect(searches.map((search) => search.results)).to.deep.equal([results]);
  });
});
