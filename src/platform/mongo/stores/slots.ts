import type { OfferType } from '../../../core/catalogue/types.js';
import { slotRefusal } from '../../../core/checks/exclusivity.js';
import type { ReservedSlot, SearchStore, SlotTaken } from '../../../app/ports/search-store.js';
import type { SearchRecord, Slot } from '../../../core/search/search-record.js';
import { oneOf, type Stored, plain } from './documents.js';
import type { SearchModel } from './models.js';
import { retryConflicts } from './retry-conflicts.js';

type Row = Stored<SearchRecord>;
type SlotMethods = Pick<SearchStore, 'takeSlot' | 'confirmSlots' | 'releaseSlot' | 'reservedSlots'>;

/**
 * For each offer type, the types in other slots that exclude it (`slotRefusal`, which says it for one search). Any slot excludes a
 * true_exclusive.
 */
const KEEPS_OUT: Readonly<Record<OfferType, readonly OfferType[]>> = {
  shared: ['true_exclusive'],
  exclusive: ['exclusive', 'true_exclusive'],
  true_exclusive: ['shared', 'exclusive', 'true_exclusive'],
};

/** Slots come and go. If the search keeps changing, the answer after this many tries is the last state read. */
const MAX_TRIES = 3;
const BATCH = 500;

/** Enforces exclusivity and the search's limit with one conditional update of the search. */
export function slotMethods(searches: SearchModel): SlotMethods {
  return {
    takeSlot: (searchId, slot, limit) => takeSlot(searches, searchId, slot, limit),
    async confirmSlots(slots) {
      for (const some of ofSearchesOnce(slots)) {
        const left = some.length === 1 ? some : await leftOfTogether(searches, some);
        // One alone can leave together with those of other leads.
        await Promise.all(left.map((slot) => plain<Row>(searches).updateOne(confirming([slot]), SOLD)));
      }
    },
    async releaseSlot(searchId, lead, submission) {
      await searches.updateOne({ _id: searchId }, { $pull: { slots: { lead, submission } } });
    },
    reservedSlots: () => reservedSlots(searches),
  };
}

/** Confirms many at once. Returns those that a shard missed, because it was handing over their searches. */
async function leftOfTogether(
  searches: SearchModel,
  slots: readonly ReservedSlot[],
): Promise<readonly ReservedSlot[]> {
  const filter = confirming(slots);
  const written = await retryConflicts(() => plain<Row>(searches).updateMany(filter, SOLD));
  if (written.modifiedCount === slots.length) return [];
  const found = await plain<Row>(searches)
    .find(filter, { projection: { _id: 1 } })
    .toArray();
  const left = new Set(found.map(({ _id }) => _id));
  return slots.filter(({ search }) => left.has(search));
}

/** A slot that is confirmed is left alone: the database would write the whole search again. */
const confirming = (slots: readonly ReservedSlot[]) => ({
  _id: oneOf(slots.map(({ search }) => search).sort()),
  slots: {
    $elemMatch: {
      lead: oneOf(slots.map(({ lead }) => lead)),
      submission: slots[0]?.submission,
      state: 'reserved',
    },
  },
});
const SOLD = { $set: { 'slots.$.state': 'sold' } } as const;

/**
 * One update sets one slot of each search, and serves one submission. A search seldom sells two slots in a second, and a lead is
 * seldom sent again: nearly all slots are in the first list.
 */
function ofSearchesOnce(slots: readonly ReservedSlot[]): ReservedSlot[][] {
  const lists = new Map<string, ReservedSlot[]>();
  const before = new Map<string, number>();
  for (const slot of slots) {
    const nth = before.get(slot.search) ?? 0;
    before.set(slot.search, nth + 1);
    const list = `${slot.submission} ${nth}`;
    if (!lists.get(list)?.push(slot)) lists.set(list, [slot]);
  }
  return [...lists.values()];
}

async function* reservedSlots(searches: SearchModel): AsyncGenerator<ReservedSlot> {
  const cursor = searches
    .find({ 'slots.state': 'reserved' }, { slots: 1 })
    .lean<Pick<Row, '_id' | 'slots'>[]>()
    .batchSize(BATCH)
    .cursor();
  for await (const { _id, slots } of cursor)
    for (const { lead, submission, state } of slots)
      if (state === 'reserved') yield { search: _id, lead, submission };
}

async function takeSlot(
  searches: SearchModel,
  searchId: string,
  slot: Slot,
  limit: number,
): Promise<SlotTaken> {
  const { lead, submission, offer_type } = slot;
  for (let tries = 1; ; tries += 1) {
    const written = await plain<Row>(searches).updateOne(
      {
        _id: searchId,
        [`slots.${limit - 1}`]: { $exists: false },
        $nor: [
          { slots: { $elemMatch: { offer_type: { $in: KEEPS_OUT[offer_type] } } } },
          { slots: { $elemMatch: { lead, submission } } },
        ],
      },
      { $push: { slots: slot } },
    );
    if (written.matchedCount === 1) return { won: true };
    const search = await searches.findById(searchId, { slots: 1 }).lean<Pick<SearchRecord, 'slots'>>();
    if (!search) throw new Error('a slot was asked for in a search that does not exist');
    const { slots } = search;
    if (slots.some((taken) => taken.lead === lead && taken.submission === submission)) return { won: true };
    if (tries === MAX_TRIES || slotRefusal(offer_type, slots, limit)) return { won: false, slots };
  }
}
