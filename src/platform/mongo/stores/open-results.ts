import type { Connection } from 'mongoose';
import type { OpenResultsReader } from '../../../app/ports/open-results.js';
import type { ResultTerms } from '../../../core/search/search-record.js';

type Shown = Pick<ResultTerms, 'programs' | 'base_payout_cents'>;

/** By which results are counted together: a direct offer's refers to its terms, a partner's has them. */
interface Counted {
  readonly _id: Partial<Shown> & { readonly campaign_id: string; readonly terms?: string };
  readonly results: number;
}

export const createOpenResults = (connection: Connection): OpenResultsReader => ({
  async ofOffer(offer_id, { since, at }) {
    const isOpen = {
      offer_id,
      'terms.expires_at': { $gt: at },
      'terms.bid_cents': { $exists: false },
    };
    const ofResults = Object.fromEntries(
      Object.entries(isOpen).map(([name, value]) => [`results.${name}`, value]),
    );
    const found = await connection
      .collection('searches')
      .aggregate<Counted>([
        {
          $match: {
            $or: [{ created_at: { $gte: since } }, { counts_from: { $gte: since } }],
            is_test: false,
            forgotten: { $exists: false },
            results: { $elemMatch: isOpen },
            slots: { $not: { $elemMatch: { offer_id, state: 'sold' } } },
          },
        },
        { $project: { campaign_id: 1, results: 1 } },
        { $unwind: '$results' },
        { $match: ofResults },
        {
          $group: {
            _id: {
              campaign_id: '$campaign_id',
              terms: '$results.terms.id',
              programs: '$results.terms.programs',
              base_payout_cents: '$results.terms.base_payout_cents',
            },
            results: { $sum: 1 },
          },
        },
      ])
      .toArray();
    const ids = found.flatMap(({ _id }) => _id.terms ?? []);
    const shared = await connection
      .collection<Shown & { readonly _id: string }>('result_terms')
      .find({ _id: { $in: ids } }, { projection: { programs: 1, base_payout_cents: 1 } })
      .toArray();
    const termsOf = new Map(shared.map(({ _id, ...terms }) => [_id, terms]));
    return found.map(({ _id: { campaign_id, terms, ...own }, results }) => {
      const shown = terms === undefined ? own : termsOf.get(terms);
      return { campaign_id, results, terms: { ...shown, programs: shown?.programs ?? [] } };
    });
  },
});
