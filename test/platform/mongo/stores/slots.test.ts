import { expect } from 'chai';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import type { OfferType } from '../../../../src/core/catalogue/types.js';
import type { SearchStore } from '../../../../src/app/ports/search-store.js';
import type { Slot } from '../../../../src/core/search/search-record.js';
import { createSearchStore } from '../../../../src/platform/mongo/stores/search-store.js';
import { migratedServices } from '../../../support/services.js';
import { aSearch } from '../../../support/stored-records.js';

const slot = (lead: string, offer_type: OfferType = 'shared', submission = 1): Slot => ({
  lead,
  submission,
  offer_id: `offer of ${lead}`,
  offer_type,
  state: 'reserved',
});

for (const kind of STORE_KINDS)
  describe(`slots of a search ${kind.name}`, () => {
    let stores: OpenStores;
    let searches: SearchStore;
    before(async () => {
      stores = await kind.open();
      ({ searches } = stores);
    });
    after(() => stores.close());

    async function searchWith(slots: readonly Slot[]): Promise<string> {
      const search = aSearch({ slots });
      await searches.insert(search);
      return search.id;
    }
    const slotsOf = async (id: string): Promise<readonly Slot[]> => (await searches.read(id))!.slots;

    const cases: readonly [readonly OfferType[], OfferType, boolean][] = [
      [[], 'shared', true],
      [[], 'exclusive', true],
      [[], 'true_exclusive', true],
      [['shared'], 'shared', true],
      [['shared'], 'exclusive', true],
      [['shared'], 'true_exclusive', false],
      [['exclusive'], 'shared', true],
      [['exclusive'], 'exclusive', false],
      [['exclusive'], 'true_exclusive', false],
      [['true_exclusive'], 'shared', false],
      [['true_exclusive'], 'exclusive', false],
      [['true_exclusive'], 'true_exclusive', false],
      [['shared', 'exclusive'], 'shared', true],
      [['shared', 'shared', 'exclusive'], 'shared', false],
    ];
    for (const [there, type, won] of cases)
      it(`${type} beside [${there.join(', ')}], at most 3: ${won ? 'taken' : 'refused'}`, async () => {
        const slots = there.map((offerType, i) => slot(`other ${i}`, offerType));
        const id = await searchWith(slots);
        const { names, result } = await stores.during(() => searches.takeSlot(id, slot('me', type), 3));
        expect(result).to.deep.equal(won ? { won: true } : { won: false, slots });
        expectCommands(names, won ? ['update'] : ['update', 'find']);
        expect(await slotsOf(id)).to.deep.equal(won ? [...slots, slot('me', type)] : slots);
      });

    it('a slot that the lead and submission already has is won again and stays one', async () => {
      const id = await searchWith([slot('me', 'true_exclusive')]);
      expect(await searches.takeSlot(id, slot('me', 'true_exclusive'), 1)).to.deep.equal({ won: true });
      expect(await slotsOf(id)).to.have.length(1);
    });

    it('a slot of an older submission of the same lead is another slot', async () => {
      const id = await searchWith([slot('me', 'exclusive', 1)]);
      expect((await searches.takeSlot(id, slot('me', 'exclusive', 2), 3)).won).to.equal(false);
    });

    it('confirms and gives back by lead and submission, and again without harm', async () => {
      const [one, two] = [
        await searchWith([slot('a'), slot('b')]),
        await searchWith([slot('a'), slot('a', 'shared', 2)]),
      ];
      const sold = [one, two].map((search) => ({ search, lead: 'a', submission: 1 }));
      const { names } = await stores.during(() => searches.confirmSlots(sold));
      expectCommands(names, ['update']);
      const again = await stores.during(() =>
        searches.confirmSlots([...sold, { search: 'nobody', lead: 'a', submission: 1 }]),
      );
      expectCommands(again.names, ['update', 'find']);
      expect(await slotsOf(one)).to.deep.equal([{ ...slot('a'), state: 'sold' }, slot('b')]);
      for (const _ of [1, 2]) await searches.releaseSlot(two, 'a', 2);
      expect(await slotsOf(two)).to.deep.equal([{ ...slot('a'), state: 'sold' }]);
      await searches.confirmSlots([]);
    });

    it('confirms two of a search, and another submission of a lead, each once', async () => {
      const id = await searchWith([slot('a'), slot('b'), slot('c'), slot('a', 'shared', 2)]);
      const other = await searchWith([slot('d'), slot('e')]);
      const slots = [
        { search: id, lead: 'a', submission: 1 },
        { search: other, lead: 'd', submission: 1 },
        { search: id, lead: 'b', submission: 1 },
        { search: id, lead: 'a', submission: 2 },
      ];
      await searches.confirmSlots(slots);
      const statesOf = async (of: string) =>
        (await slotsOf(of)).map(({ lead, submission, state }) => `${lead} ${submission} ${state}`);
      expect(await statesOf(id)).to.deep.equal(['a 1 sold', 'b 1 sold', 'c 1 reserved', 'a 2 sold']);
      expect(await statesOf(other)).to.deep.equal(['d 1 sold', 'e 1 reserved']);
    });

    const race = async (types: (i: number) => OfferType, limit: number): Promise<Slot[]> => {
      const id = await searchWith([]);
      const racers = Array.from({ length: 20 }, (_, i) =>
        searches.takeSlot(id, slot(`lead ${i}`, types(i)), limit),
      );
      const won = (await Promise.all(racers)).filter((taken) => taken.won);
      const slots = await slotsOf(id);
      expect(won).to.have.length(slots.length);
      return [...slots];
    };

    it('20 racers for shared slots: exactly the limit', async () => {
      for (let times = 0; times < 5; times += 1) expect(await race(() => 'shared', 3)).to.have.length(3);
    });

    it('20 racers for an exclusive slot: exactly one', async () => {
      for (let times = 0; times < 5; times += 1) expect(await race(() => 'exclusive', 10)).to.have.length(1);
    });

    it('20 racers of every type: never what excludes each other', async () => {
      const types = ['shared', 'exclusive', 'true_exclusive'] as const;
      for (let times = 0; times < 10; times += 1) {
        const slots = await race((i) => types[(i + times) % 3] ?? 'shared', 4);
        const count = (type: OfferType): number =>
          slots.filter(({ offer_type }) => offer_type === type).length;
        expect(count('exclusive')).to.be.at.most(1);
        if (count('true_exclusive') > 0) expect(slots).to.have.length(1);
        else expect(slots.length).to.be.within(1, 4);
      }
    });
  });

describe('slots of searches that a shard is handing over', () => {
  const services = migratedServices();
  after(() => services.close());

  it('are confirmed one by one, because an update of many may miss them', async () => {
    const connection = await services.migrated();
    const searches = createSearchStore(connection);
    const ids = await Promise.all(
      ['a', 'b'].map(async (lead) => {
        const search = aSearch({ slots: [slot(lead)] });
        await searches.insert(search);
        return search.id;
      }),
    );
    connection.collection('searches').updateMany = () => Promise.resolve({ modifiedCount: 1 } as never);
    await searches.confirmSlots(['a', 'b'].map((lead, nth) => ({ search: ids[nth]!, lead, submission: 1 })));
    for (const id of ids) expect((await searches.read(id))!.slots[0]!.state).to.equal('sold');
  });
});
