import { expect } from 'chai';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import type { PartnerOutcome, SearchStore } from '../../../../src/app/ports/search-store.js';
import type { PartnerEntry } from '../../../../src/core/search/search-entry.js';
import type { SearchRecord } from '../../../../src/core/search/search-record.js';
import { aResult, aRun, askedPartner } from '../../../support/search-runs.js';
import { aSearch, minute } from '../../../support/stored-records.js';

const now = minute(10);
const until = minute(11);
const entry = { at: now, what: 'received_again' } as const;

for (const kind of STORE_KINDS)
  describe(`search store ${kind.name}`, () => {
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

    describe('finishRun', () => {
      before('the terms of its results are stored once, by whoever comes first', () =>
        searches.finishRun('nobody', 1, aRun()),
      );

      const cases: readonly [string, Partial<SearchRecord>, boolean][] = [
        ['new', { state: 'new' }, true],
        ['asking', { state: 'asking', due_at: minute(0) }, false],
        ['done', { state: 'done' }, false],
        ['of another run', { run: 2 }, false],
      ];
      for (const [what, over, writes] of cases)
        it(`${what}: ${writes ? 'written' : 'left'}`, async () => {
          const { id } = await stored(over);
          const before = await read(id);
          const { names, result } = await stores.during(() => searches.finishRun(id, 1, aRun()));
          expectCommands(names, ['update']);
          expect(result).to.equal(writes);
          if (!writes) expect(await read(id)).to.deep.equal(before);
        });

      it('writes what a run found, in one update', async () => {
        const { id } = await stored();
        const run = aRun({ state: 'asking', due_at: until, partners: [askedPartner('p1')] });
        const { names, result } = await stores.during(() => searches.finishRun(id, 1, run));
        expectCommands(names, ['update']);
        expect(result).to.deep.equal(true);
        const found = await read(id);
        const { state, due_at, catalogue_version, results, partners, timeline } = found;
        const { verdicts, ruled_out } = found;
        expect({
          state,
          due_at,
          catalogue_version,
          results,
          partners,
          verdicts,
          ruled_out,
          entries: timeline,
        }).to.deep.equal(run);
      });

      it('of two workers that evaluated the same, one writes', async () => {
        const { id } = await stored({ due_at: now });
        const runs = Array.from({ length: 8 }, (_, i) => aRun({ results: [aResult(`r${i}`)] }));
        const written = await Promise.all(runs.map((run) => searches.finishRun(id, 1, run)));
        expect(written.filter(Boolean)).to.have.length(1);
        const found = await read(id);
        expect(found.results).to.deep.equal(runs[written.indexOf(true)]?.results);
        expect(found).to.not.have.property('due_at');
      });
    });

    describe('recordPartner', () => {
      const answered: PartnerOutcome = {
        state: 'answered',
        at: until,
        results: [aResult('p-r')],
        entries: [entry],
      };
      const reason = { results: 1, faults: [], duration_ms: 1 };
      const open = {
        state: 'asking',
        closes_at: until,
        partners: [askedPartner('p0'), askedPartner('p1'), askedPartner('p1', 2)],
      } as const;

      it('writes the outcome of the one that was asked, once', async () => {
        const { id } = await stored(open);
        const { names, result } = await stores.during(() =>
          searches.recordPartner(id, 1, 'p1', answered, now),
        );
        expectCommands(names, ['findAndModify']);
        expect(result?.partners).to.deep.equal([
          askedPartner('p0'),
          { ...askedPartner('p1'), state: 'answered', answered_at: until },
          askedPartner('p1', 2),
        ]);
        expect(result?.results).to.deep.equal([aResult('p-r')]);
        expect(await searches.recordPartner(id, 1, 'p1', answered, now)).to.equal(null);
        expect((await read(id)).results).to.have.length(1);
      });

      it('keeps why a partner failed', async () => {
        const { id } = await stored(open);
        const failed = { ...answered, state: 'failed', detail: 'timeout', results: [] } as const;
        const after = await searches.recordPartner(id, 1, 'p0', failed, now);
        expect(after?.partners[0]).to.include({ state: 'failed', detail: 'timeout' });
      });

      it('keeps that nothing was sent, until another run of the job says that it may have', async () => {
        const { id } = await stored(open);
        const failed = { ...answered, state: 'failed', results: [] } as const;
        await searches.recordPartner(id, 1, 'p1', { ...failed, unsent: true }, now);
        expect((await read(id)).partners[1]).to.deep.include({ unsent: true, asked_at: minute(10) });
        const { names, result } = await stores.during(() =>
          searches.recordPartner(id, 1, 'p1', { ...failed, asked_at: minute(12) }, now),
        );
        expectCommands(names, ['findAndModify', 'update']);
        expect(result).to.equal(null);
        const [p0, p1, next] = (await read(id)).partners;
        expect(p1).to.include({ state: 'failed' }).and.not.have.property('unsent');
        expect(p1?.asked_at).to.deep.equal(minute(12));
        expect([p0, next]).to.deep.equal([open.partners[0], open.partners[2]]);
      });

      it('keeps when a request began that may have left', async () => {
        const { id } = await stored(open);
        const after = await searches.recordPartner(id, 1, 'p1', { ...answered, asked_at: minute(12) }, now);
        expect(after?.partners[1]).to.deep.include({ state: 'answered', asked_at: minute(12) });
      });

      for (const [what, over] of [
        ['is done', { state: 'done' }],
        ['is over by the clock, to the millisecond', { closes_at: now }],
        ['lost its person', { forgotten: { at: until, why: 'erasure' } }],
      ] as const)
        it(`an answer to a search that ${what} is late and adds no result`, async () => {
          const { id } = await stored({ ...open, ...over });
          const told: PartnerEntry = {
            at: now,
            what: 'partner',
            offer_id: 'p1',
            outcome: 'answered',
            reason,
          };
          const after = await searches.recordPartner(id, 1, 'p1', { ...answered, entries: [told] }, now);
          expect(after?.partners[1]).to.include({ state: 'late' });
          expect(after?.timeline.at(-1)).to.deep.equal({ ...told, outcome: 'late' });
          expect(after?.results).to.deep.equal([]);
        });

      it('an answer to an old run changes nothing', async () => {
        const { id } = await stored({ ...open, run: 2 });
        expect(await searches.recordPartner(id, 1, 'p1', answered, now)).to.equal(null);
      });
    });

    it('close ends a search of this run once', async () => {
      const { id } = await stored({ state: 'asking' });
      expect(await searches.close(id, 2, now, entry)).to.equal(false);
      const { names, result } = await stores.during(() => searches.close(id, 1, now, entry));
      expectCommands(names, ['update']);
      expect(result).to.deep.equal(true);
      expect(await searches.close(id, 1, now, entry)).to.equal(false);
      const search = await read(id);
      expect(search).to.include({ state: 'done' });
      expect(search).to.not.have.property('due_at');
    });

    it('overdue: oldest first, at most the limit', async () => {
      const second = await stored({ due_at: minute(-1_001), state: 'asking' });
      const first = await stored({ due_at: minute(-1_002) });
      const row = ({ id, run, state, closes_at, due_at }: SearchRecord) => ({
        ...{ id, run, state, closes_at, due_at },
      });
      expect(await searches.overdue(minute(-1_000), 10)).to.deep.equal([row(first), row(second)]);
      expect(await searches.overdue(minute(-1_000), 1)).to.deep.equal([row(first)]);
    });
  });
