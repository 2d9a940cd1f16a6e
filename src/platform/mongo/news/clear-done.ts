import type { mongo } from 'mongoose';
import type { DoneOf, LeadWithPendingNews } from '../../../app/ports/news-store.js';
import { inOrder } from '../batches/in-order.js';
import type { Stored } from '../stores/documents.js';
import { retryConflicts } from '../stores/retry-conflicts.js';

/**
 * Implements `NewsStore.clear`. Nearly all leads of a second were sold and owe the same, and one update serves all of
 * these: for the database that is two thirds of an update of each.
 */
export async function clearDone(
  leads: mongo.Collection<Stored<LeadWithPendingNews>>,
  all: readonly DoneOf[],
): Promise<void> {
  const alone: DoneOf[] = [];
  const groups = new Map<string, { readonly ids: string[]; readonly change: ReturnType<typeof takingAll> }>();
  for (const done of inOrder(all, ({ id }) => id)) {
    if (partsOf(done) > 1) {
      alone.push(done);
      continue;
    }
    const change = takingAll(done);
    const like = JSON.stringify(change);
    if (!groups.get(like)?.ids.push(done.id)) groups.set(like, { ids: [done.id], change });
  }
  for (const { ids, change } of groups.values()) {
    const { asRead, $pull } = change;
    if (Object.keys($pull).length === 0) continue;
    await retryConflicts(() => leads.updateMany({ _id: { $in: ids }, ...asRead }, { $pull }));
  }
  const steps = alone.flatMap(stepsOf);
  if (steps.length > 0) await leads.bulkWrite(steps, { ordered: false });
}

/** Takes all off a lead that owed at most one of each kind. A lead that changed since keeps all, and all is done again. */
function takingAll(done: DoneOf) {
  const [told] = done.news;
  return {
    // Each change of a lead that is news gives it another revision.
    ...(told && { asRead: { revision: done.revision } }),
    $pull: { ...(told && { news: { kind: told.kind, submission: told.submission } }), ...paid(done, 0) },
  };
}

/** One update takes one of each kind. A lead seldom owes two of a kind. */
function stepsOf(done: DoneOf) {
  return Array.from({ length: partsOf(done) }, (_, nth) => {
    const told = done.news[nth];
    const news = told && { kind: told.kind, submission: told.submission, at: told.at };
    const $pull = { ...(news && { news }), ...paid(done, nth) };
    return { updateOne: { filter: { _id: done.id }, update: { $pull } } };
  });
}

function paid({ entries = [], effects = [] }: DoneOf, nth: number) {
  const [entry, submission] = [entries[nth], effects[nth]];
  return {
    ...(entry && { unbooked: { kind: entry.kind, number: entry.number } }),
    ...(submission !== undefined && { pending_effects: { submission } }),
  };
}

const partsOf = ({ news, entries = [], effects = [] }: DoneOf): number =>
  Math.max(news.length, entries.length, effects.length);
