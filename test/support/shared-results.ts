import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { resultIdAt } from '../../src/core/search/result-ids.js';
import { directResult } from '../../src/core/search/results.js';
import type { StoredResult } from '../../src/core/search/search-record.js';
import { sharedPartOf, termsIdOf } from '../../src/core/search/shared-terms.js';
import { aLine, anOffer } from '../core/builders.js';
import { minute } from './stored-records.js';

/** A result of a direct offer as a search makes it; `text` is what others share with it. Made at minute 10. */
export const sharedResult = (id: string, text: string, round = 1): StoredResult =>
  directResult({
    ...{ id, round, campaign: { id: 'campaign-1' }, programs: [], lacked: [], lead: {}, now: minute(10) },
    campaign_offer: aLine({ offer: anOffer({ id: `offer ${text}`, tcpa_text: text }), payout_cents: 900 }),
  });

/** The results of one run, in the campaign's order: one for each text. */
export const sharedRun = (texts: readonly string[], round = 1, first = randomUUID()): StoredResult[] =>
  texts.map((text, at) => sharedResult(resultIdAt(first, at), text, round));

/** The id under which the terms of a result are stored. */
export const termsIdIn = ({ terms }: StoredResult): string => termsIdOf(sharedPartOf(terms)!);

interface Raw {
  readonly _id: string;
  readonly results: readonly unknown[];
}

/** The results of a search as they are stored. */
export const storedResults = async (connection: Connection, search: string): Promise<Raw['results']> =>
  (await connection.collection<Raw>('searches').findOne({ _id: search }))?.results ?? [];

export const termsIn = (connection: Connection) =>
  connection.collection<{ readonly _id: string }>('result_terms');
