import type { Connection } from 'mongoose';
import type { AppliedEffects, AskedLead, LeadStore, OwingLead } from '../../../app/ports/lead-store.js';
import type { EffectKind } from '../../../core/lead/pending-effect.js';
import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { inOrder } from '../batches/in-order.js';
import { earlierThan, toRecord, upTo, type Stored } from './documents.js';
import { retryConflicts } from './retry-conflicts.js';

/** What applying effects needs of a lead. Nothing of it names a person. */
const WHOLE: Readonly<Record<Exclude<keyof OwingLead, 'id' | 'tracking' | 'return_requests'>, 1>> = {
  ...{ affiliate_id: 1, campaign_id: 1, offer_id: 1, program_id: 1, reference: 1, external_id: 1 },
  ...{ submission: 1, state: 1, runs: 1, intent: 1, identities: 1, decision: 1, returns: 1 },
  ...{ revision: 1, pending_effects: 1 },
};
const OWING = {
  ...WHOLE,
  ...Object.fromEntries(SUBID_FIELDS.map((name) => [`tracking.${name}`, 1])),
};

const ASKED = { reference: 1, 'decision.sale': 1, return_requests: 1 };
const REQUESTED = { ...OWING, return_requests: 1 };

/**
 * Leads that owe an effect of a kind, and something since before a moment. The index has both in this order, so a server reads
 * the oldest ones alone, whatever else is owed. `$elemMatch` would be exact, and FerretDB then reads all of the kind.
 */
export const owing = (kind: EffectKind, before: Date) => ({
  'pending_effects.kind': kind,
  'pending_effects.since': { $lt: before },
});

/** What leads owe elsewhere. */
export function createPendingEffects(
  connection: Connection,
): Pick<LeadStore, 'withPending' | 'clearPending' | 'requestsDue' | 'requestsOf'> {
  const leads = connection.collection<Stored<OwingLead>>('leads');
  return {
    async withPending(kind, before, limit) {
      const found = leads.find(owing(kind, before) as object, { projection: OWING, ...upTo(limit) });
      return (await found.toArray()).map((lead) => toRecord<OwingLead>(lead as Stored<OwingLead>));
    },
    async requestsDue(before, limit) {
      const due = { request_due_at: earlierThan(before) };
      const found = leads.find(due, { projection: REQUESTED, sort: { request_due_at: 1 }, ...upTo(limit) });
      return (await found.toArray()).map((lead) => toRecord<OwingLead>(lead as Stored<OwingLead>));
    },
    async requestsOf(buyerId, from, to) {
      const asked = { 'return_requests.at': { $gte: from, $lt: to }, 'decision.sale.buyer_id': buyerId };
      const found = leads.find(asked, { projection: ASKED, hint: 'requested' });
      return (await found.toArray()).map((lead) => toRecord<AskedLead>(lead));
    },
    async clearPending(applied) {
      for (const { ids, revision, effects } of alike(applied))
        await retryConflicts(() =>
          leads.updateMany({ _id: { $in: ids }, ...(revision === undefined ? {} : { revision }) }, {
            $pull: { pending_effects: { $or: [...effects] } },
          } as object),
        );
    },
  };
}

type Group = Omit<AppliedEffects, 'id'> & { readonly ids: string[] };

/** Nearly all leads of a second were sold and owe the same. One update for all is two thirds cheaper than one of each. */
function alike(applied: readonly AppliedEffects[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const { id, ...same } of inOrder(applied, ({ id }) => id)) {
    const name = JSON.stringify(same);
    if (!groups.get(name)?.ids.push(id)) groups.set(name, { ...same, ids: [id] });
  }
  return groups.values();
}
