import type { Connection } from 'mongoose';
import { directResult } from '../../src/core/search/results.js';
import type { StoredResult } from '../../src/core/search/search-record.js';
import type { ReferringResult } from '../../src/platform/mongo/terms/terms-store.js';
import { aLine, anOffer } from '../core/builders.js';
import { minute } from './stored-records.js';

/** A result of a direct offer as a search makes it; `text` is what others share with it. Made at minute 10. */
export const sharedResult = (id: string, text: string): StoredResult =>
  directResult({
    ...{ id, run: 1, campaign: { id: 'campaign-1' }, programs: [], lead: {}, now: minute(10) },
    campaign_offer: aLine({ offer: anOffer({ id: `offer ${text}`, tcpa_text: text }), payout_cents: 900 }),
  });

interface Raw {
  readonly _id: string;
  readonly results: readonly ReferringResult[];
}

/** The results of a search as they are stored. */
export const storedResults = async (connection: Connection, search: string): Promise<Raw['results']> =>
  (await connection.collection<Raw>('searches').findOne({ _id: search }))?.results ?? [];
