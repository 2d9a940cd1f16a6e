import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { remembered } from '../../../../src/core/search/earlier-runs.js';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import type { SearchStore } from '../../../../src/app/ports/search-store.js';
import type { SearchRecord, StoredResult } from '../../../../src/core/search/search-record.js';
import { aResult, aRun, askedPartner } from '../../../support/search-runs.js';
import { aSearch, minute } from '../../../support/stored-records.js';

const now = minute(10);
const until = minute(11);
const entry = { at: now, what: 'received_again' } as const;

for (const kind of STORE_KINDS)
  describe(`searching again ${kind.name}`, () => {
    let stores: OpenStores;
    let searches: SearchStore;
    before(async () => {
      stores = await kind.open();
      ({ searches } = stores);
    });
    after(() => stores.close());

    async function stored(over: Partial<SearchRecord> = {}): Promise<SearchRecord> {
      const search = aSearch(over);
      await searches.insert(search);
      return search;
    }
    const read = async (id: string): Promise<SearchRecord> => (await searches.read(id))!;

    it('gives back exactly what was stored, as a plain record', async () => {
      const search = await stored({ results: [aResult('r1')], extra: { empty: {}, list: [] } });
      expect(await searches.read(search.id)).to.deep.equal(search);
      expect(await searches.read('nobody')).to.equal(null);
    });

    describe('searchAgain', () => {
      const { campaign_id, lead, tracking, consent, extra, identities } = aSearch();
      const data = { campaign_id, lead, tracking, consent, extra, identities, is_test: false };
      const known = [{ kind: 'email', key: 'of-ada' }] as const;
      const about = { request_id: 'request-2', due_at: now, closes_at: until, entries: [entry] };
      const again = { ...data, ...about, mergeIdentities: () => known };

      const run = (id: string, affiliate = 'affiliate-1', at = now) =>
        searches.searchAgain(id, { affiliate_id: affiliate, is_test: false }, again, at);
      /** One more run, that shows these. */
      async function shows(id: string, results: readonly StoredResult[]): Promise<void> {
        const { run } = await read(id);
        await searches.finishRun(id, run, aRun({ results }));
      }
      const expiring = (result: StoredResult, expires_at: Date): StoredResult => ({
        ...result,
        terms: { ...result.terms, expires_at },
      });

      it('starts the next run, and what was shown leaves the search and is kept', async () => {
        const shown = [aResult('first-1'), aResult('first-2')];
        const old = await stored({ state: 'done', results: shown, partners: [askedPartner('p1')] });
        const { names, result } = await stores.during(() => run(old.id));
        expectCommands(names, ['find', 'insert', 'findAndModify']);
        expect(result).to.deep.equal({ outcome: 'rerun', run: 2 });
        const { entries, is_test: _, mergeIdentities: __, ...replaced } = again;
        const emptied = { results: [], partners: [], verdicts: [] };
        const earlier = [{ run: 1, results: 2, expires_at: minute(40) }];
        const earlier_asks = [{ offer_id: 'p1', run: 1, asked_at: minute(10) }];
        const expected = { ...old, ...replaced, ...emptied, earlier, earlier_asks };
        expect(await read(old.id)).to.deep.equal({
          ...expected,
          ...{ state: 'new', run: 2, counts_from: now, timeline: entries, all_identities: known },
        });
        for (const one of shown) expect(await searches.earlierResult(old.id, one.id)).to.deep.equal(one);
        expect(await searches.earlierResult(randomUUID(), 'first-1')).to.equal(null);
      });

      it('is not of somebody else, nor of a person that was removed', async () => {
        const mine = { affiliate_id: 'affiliate-1', is_test: false };
        const asked: unknown[] = [];
        const { id } = await stored({ state: 'done', identities: known });
        const mergeIdentities: typeof again.mergeIdentities | (() => undefined) = (...of: unknown[]) =>
          void asked.push(...of);
        expect(await searches.searchAgain(id, mine, { ...again, mergeIdentities }, now)).to.deep.equal({
          outcome: 'other_person',
        });
        expect(asked[0]).to.deep.include({ identities: known });
        const forgotten = { at: now, why: 'erasure' } as const;
        const gone = await stored({ state: 'done', forgotten });
        expect(await run(gone.id)).to.deep.equal({ outcome: 'unknown' });
        expect([(await read(id)).run, (await read(gone.id)).run]).to.deep.equal([1, 1]);
      });

      it('costs a read and a write when nothing was shown', async () => {
        const { id } = await stored({ state: 'done' });
        expectCommands((await stores.during(() => run(id))).names, ['find', 'findAndModify']);
      });

      it('remembers which partners may have been asked, for 50 more runs', async () => {
        const asks = async () =>
          (await searches.partnersOf([id])).get(id)?.map(({ offer_id, run }) => `${offer_id} ${run}`);
        const planned = [askedPartner('p1'), { ...askedPartner('p2'), unsent: true } as const];
        const { id } = await stored({ state: 'done', partners: planned });
        await run(id);
        await searches.finishRun(id, 2, aRun({ results: [], partners: [askedPartner('p1', 2)] }));
        expect(await asks()).to.deep.equal(['p1 1', 'p1 2']);
        for (let i = 0; i < 49; i += 1) await run(id);
        expect(await asks()).to.deep.equal(['p1 1', 'p1 2']);
        await run(id);
        expect(await asks()).to.deep.equal(['p1 2']);
      });

      it('not after a submit, not for another affiliate', async () => {
        const slot = {
          lead: 'l',
          submission: 1,
          offer_id: 'o',
          offer_type: 'shared',
          state: 'reserved',
        } as const;
        const { id } = await stored({ slots: [slot] });
        expect(await run(id)).to.deep.equal({ outcome: 'submitted' });
        expect(await run(id, 'affiliate-2')).to.deep.equal({ outcome: 'unknown' });
        expect(await run('nobody')).to.deep.equal({ outcome: 'unknown' });
      });

      it('a test key runs no live search again; a live key runs both, and each stays what it was', async () => {
        const [live, test] = [
          await stored({ state: 'done' }),
          await stored({ state: 'done', is_test: true }),
        ];
        const as = (id: string, key: boolean, asked = key) =>
          searches.searchAgain(
            id,
            { affiliate_id: 'affiliate-1', is_test: key },
            { ...again, is_test: asked },
            now,
          );
        expect(await as(live.id, true)).to.deep.equal({ outcome: 'unknown' });
        expect(await as(live.id, false, true)).to.deep.equal({ outcome: 'live' });
        expect((await read(live.id)).run).to.equal(1);
        for (const [id, key] of [
          [live.id, false],
          [test.id, true],
          [test.id, false],
        ] as const)
          expect(await as(id, key)).to.include({ outcome: 'rerun' });
        expect([(await read(live.id)).is_test, (await read(test.id)).is_test]).to.deep.equal([false, true]);
      });

      it('20 times while results live, the 21st when the first run has expired', async () => {
        const { id } = await stored();
        for (let i = 0; i <= 20; i += 1) {
          await shows(id, [expiring(aResult(`${id}-${i}`, i + 1), minute(40 + i))]);
          if (i < 20) expect(await run(id)).to.deep.equal({ outcome: 'rerun', run: i + 2 });
        }
        const whole = await read(id);
        expect(await run(id)).to.deep.equal({ outcome: 'too_often', until: minute(40) });
        expect(await read(id), 'nothing is written').to.deep.equal(whole);
        expect(await run(id, 'affiliate-1', minute(40))).to.deep.equal({ outcome: 'rerun', run: 22 });
        expect((await read(id)).earlier).to.have.length(20);
      });

      it('runs that showed nothing do not count', async () => {
        const { id } = await stored({ state: 'done' });
        for (let i = 0; i < 30; i += 1) expect(await run(id)).to.include({ outcome: 'rerun' });
      });

      it('a call that died after it kept the results is done again by the next', async () => {
        const shown = [aResult('twice-1'), aResult('twice-2')];
        const { id } = await stored({ state: 'done', results: shown });
        await run(id);
        await stores.connection
          ?.collection<{ _id: string }>('searches')
          .updateOne({ _id: id }, { $set: { run: 1, results: [...shown, aResult('twice-3')], earlier: [] } });
        expect(await run(id)).to.include({ outcome: 'rerun' });
        if (stores.connection)
          expect(await searches.earlierResult(id, 'twice-3')).to.deep.equal(aResult('twice-3'));
        expect(await searches.earlierResult(id, 'twice-1')).to.deep.equal(shown[0]);
      });

      it('of several calls at once each begins a run of its own, and no result is lost', async () => {
        const shown = aResult(`race-${randomUUID()}`);
        const { id } = await stored({ state: 'done', results: [shown] });
        const calls = await Promise.all(Array.from({ length: 4 }, () => run(id)));
        const rounds = calls.map((answer) => (answer.outcome === 'rerun' ? answer.run : answer.outcome));
        expect([...rounds].sort()).to.deep.equal([2, 3, 4, 5]);
        expect(await searches.earlierResult(id, shown.id)).to.deep.equal(shown);
      });

      it('of an expired result only what OFFER_UNAVAILABLE needs stays', async () => {
        const rich = expiring(aResult(`rich-${randomUUID()}`), minute(20));
        const terms = {
          ...rich.terms,
          ...{ tcpa_text: 'I agree', payout_cents: 5, base_payout_cents: 4, reference: 'r', bid_cents: 7 },
          buyer_id: 'b',
          school: { name: 'S' },
          programs: [{ value: 'p', label: 'P' }],
        };
        const { id } = await stored({ state: 'done', results: [{ ...rich, terms }] });
        await run(id);
        await searches.forgetTerms(minute(20));
        expect(await searches.earlierResult(id, rich.id)).to.deep.equal({ ...rich, terms });
        const { names, result } = await stores.during(() => searches.forgetTerms(minute(21)));
        expectCommands(names, ['update']);
        expect(result).to.be.greaterThan(0);
        expect(await searches.earlierResult(id, rich.id)).to.deep.equal(remembered({ ...rich, terms }));
        expect(await searches.forgetTerms(minute(21))).to.equal(0);
      });

      it('a result that expired a moment ago stays whole, for a submit that began before', async () => {
        const shown = expiring(aResult(`late-${randomUUID()}`), minute(20));
        const { id } = await stored({ state: 'done', results: [shown] });
        for (let i = 0; i <= 50; i += 1) await run(id, 'affiliate-1', minute(20));
        expect(await searches.earlierResult(id, shown.id), 'after 50 more runs').to.deep.equal(shown);
        await run(id, 'affiliate-1', minute(24));
        expect(await searches.earlierResult(id, shown.id), 'after minutes').to.deep.equal(shown);
        expect((await read(id)).earlier, 'it counts as a run no more').to.deep.equal([]);
      });

      it('and after 50 more runs it is forgotten, but for one that lives', async () => {
        const dead = expiring(aResult(`dead-${randomUUID()}`), minute(11));
        const alive = aResult(`alive-${randomUUID()}`);
        const { id } = await stored({ state: 'done', results: [dead, alive] });
        for (let i = 0; i < 50; i += 1) await run(id, 'affiliate-1', minute(16));
        expect(await searches.earlierResult(id, dead.id)).to.deep.equal(remembered(dead));
        await run(id, 'affiliate-1', minute(16));
        expect(await searches.earlierResult(id, dead.id)).to.equal(null);
        expect(await searches.earlierResult(id, alive.id)).to.deep.equal(alive);
      });
    });

    describe('readShown', () => {
      it('reads the newest run and what has not expired, and nothing of the person', async () => {
        const result = (id: string, run: number, at: Date): StoredResult => ({
          ...aResult(id, run),
          terms: { ...aResult(id).terms, expires_at: at },
        });
        const shown = result('shown', 2, minute(40));
        const search = await stored({
          run: 2,
          state: 'asking',
          results: [result('older', 1, minute(40)), shown, result('expired', 2, now)],
          partners: [askedPartner('p', 1), askedPartner('p', 2)],
        });
        const { names, result: read } = await stores.during(() => searches.readShown(search.id, now));
        expectCommands(names, ['find']);
        const { id, affiliate_id, campaign_id, is_test, closes_at, slots } = search;
        expect(read).to.deep.equal({
          ...{ id, affiliate_id, campaign_id, is_test, closes_at, slots, run: 2, state: 'asking' },
          ...{ results: [shown], partners: [askedPartner('p', 2)] },
        });
        expect(await searches.readShown('nobody', now)).to.equal(null);
      });
    });
  });
