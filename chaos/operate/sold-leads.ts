import type { mongo } from 'mongoose';
import { returnPlanOf, type ReturnPlan } from '../plan/books.js';

interface Stored {
  readonly _id: string;
  readonly decision?: { readonly sale?: { readonly buyer_id: string } };
  readonly returns?: readonly { readonly undone?: object }[];
  readonly return_requests?: readonly { readonly ended?: object }[];
}

/** A sold lead, and what is planned for it. */
export interface SoldLead {
  readonly id: string;
  /** The handle of the buyer that it was sold to. */
  readonly buyer: string;
  readonly plan: ReturnPlan;
  /** How often it was returned, and whether the last return stands. */
  readonly returns: number;
  readonly stands: boolean;
  /** Whether its return was requested, and that waits for a decision. */
  readonly isRequested: boolean;
  readonly isUnderReview: boolean;
}

/** Handles by id, of the newest catalogue. */
async function buyerHandles(db: mongo.Db): Promise<Map<string, string>> {
  const [version] = await db
    .collection<{ _id: number; document: string }>('catalogue_versions')
    .find()
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  const { buyers } = JSON.parse(version?.document ?? '{"buyers":[]}') as {
    readonly buyers: readonly { readonly id: string; readonly handle: string }[];
  };
  return new Map(buyers.map(({ id, handle }) => [id, handle]));
}

/** All leads that are sold now. */
export async function soldLeads(db: mongo.Db): Promise<SoldLead[]> {
  const handles = await buyerHandles(db);
  const leads = (await db
    .collection('leads')
    .find({ state: 'accepted' })
    .project({ 'decision.sale.buyer_id': 1, returns: 1, return_requests: 1 })
    .toArray()) as unknown as Stored[];
  return leads.map(({ _id: id, decision, returns = [], return_requests = [] }) => {
    const buyer = handles.get(decision?.sale?.buyer_id ?? '') ?? '';
    const last = returns.at(-1);
    return {
      ...{ id, buyer, plan: returnPlanOf(id, buyer), returns: returns.length },
      stands: last !== undefined && last.undone === undefined,
      isRequested: return_requests.length > 0,
      isUnderReview: return_requests.some(({ ended }) => ended === undefined),
    };
  });
}
