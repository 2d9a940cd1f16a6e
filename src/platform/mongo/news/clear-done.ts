import type { mongo } from 'mongoose';
import type { DoneOf, OwingLead } from '../../../app/ports/news-store.js';
import { inOrder } from '../batches/in-order.js';
import type { Stored } from '../stores/documents.js';

/**
 * Implements `NewsStore.clear`. Nearly all leads of a second were sold and owe the same, and one update serves all of
 * these: for the database that is two thirds of an update of each.
 */
export async function clearDone(
  leads: mongo.Collection<Stored<OwingLead>>,
  all: readonly DoneOf[],
): Promise<void> {
  const alone: DoneOf[] = [];
  const groups = new Map<string, [DoneOf, ...DoneOf[]]>();
  for (const done of inOrder(all, ({ id }) => id)) {
    const like = likeness(done);
    if (like === undefined) alone.push(done);
    else if (!groups.get(like)?.push(done)) groups.set(like, [done]);
  }
  for (const alike of groups.values()) {
    const [first] = alike;
    const [told] = first.news;
    // A lead that changed since it was read has another revision. It keeps all, and all of it is done again.
    const asRead = told && { revision: first.revision };
    const update = {
      $pull: { ...(told && { news: { kind: told.kind, round: told.round } }), ...paid(first, 0) },
    };
    await leads.updateMany({ _id: { $in: alike.map(({ id }) => id) }, ...asRead }, update);
  }
  const steps = alone.flatMap(stepsOf);
  if (steps.length > 0) await leads.bulkWrite(steps, { ordered: false });
}

/** One update takes one of each kind. A lead seldom owes two of a kind. */
function stepsOf(done: DoneOf) {
  return Array.from({ length: partsOf(done) }, (_, nth) => {
    const told = done.news[nth];
    const news = told && { kind: told.kind, round: told.round, at: told.at };
    const $pull = { ...(news && { news }), ...paid(done, nth) };
    return { updateOne: { filter: { _id: done.id }, update: { $pull } } };
  });
}

function paid({ entries = [], effects = [] }: DoneOf, nth: number) {
  const [entry, round] = [entries[nth], effects[nth]];
  return {
    ...(entry && { unbooked: { kind: entry.kind, n: entry.n } }),
    ...(round !== undefined && { debts: { round } }),
  };
}

const partsOf = ({ news, entries = [], effects = [] }: DoneOf): number =>
  Math.max(news.length, entries.length, effects.length);

/** Equal for leads that one update serves. Undefined: this lead needs updates of its own. */
function likeness(done: DoneOf): string | undefined {
  const { revision, news } = done;
  if (partsOf(done) !== 1) return undefined;
  return JSON.stringify([revision, news.map(({ kind, round }) => [kind, round]), paid(done, 0)]);
}
