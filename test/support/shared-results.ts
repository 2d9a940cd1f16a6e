import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { resultIdAt } from '../../src/core/search/result-ids.js';
import type { Campaign, CampaignOffer, Program, Rule } from '../../src/core/catalogue/types.js';
import type { LeadData } from '../../src/core/lead/lead-data.js';
import { listFor, type NamedList } from '../../src/core/search/offer-list.js';
import { directResult } from '../../src/core/search/results.js';
import { evaluateSearch } from '../../src/core/search/search-evaluation.js';
import type { StoredResult } from '../../src/core/search/search-record.js';
import { sharedPartOf, termsIdOf } from '../../src/core/search/shared-terms.js';
import { aLine, anOffer, aPartnerOffer } from '../core/builders.js';
import { testCampaign } from './catalogue.js';
import { testSearch } from './records.js';
import { minute } from './stored-records.js';

/** A result of a direct offer as a search makes it; `text` is what others share with it. Made at minute 10. */
export const sharedResult = (id: string, text: string, run = 1): StoredResult =>
  directResult({
    ...{ id, run, campaign: { id: 'campaign-1' }, programs: [], lacked: [], lead: {}, now: minute(10) },
    campaign_offer: aLine({ offer: anOffer({ id: `offer ${text}`, tcpa_text: text }), payout_cents: 900 }),
  });

/** The results of one run, in the campaign's order: one for each text. */
export const sharedRun = (texts: readonly string[], submission = 1, first = randomUUID()): StoredResult[] =>
  texts.map((text, at) => sharedResult(resultIdAt(first, at), text, submission));

/** By their places: offers that can't be sold, those of which one program is left out, and those of partners. */
interface Differing {
  readonly paused?: readonly number[];
  readonly narrowed?: readonly number[];
  readonly partners?: readonly number[];
}

/** What a search found, and the list to which its results may refer. */
export interface ListedRun {
  readonly results: readonly StoredResult[];
  readonly list: NamedList | undefined;
}

const PROGRAM: Program = { value: 'a', label: 'A', required_fields: [], eligibility: [] };
const FOR_NOBODY: Rule = { field: 'age', when_missing: 'fail', test: { min: 18 } };

/** A campaign of so many offers, of which no two show the same. */
export function manyOffers(
  count: number,
  { paused = [], narrowed = [], partners = [] }: Differing = {},
): Campaign {
  const lines = Array.from({ length: count }, (_, place): [string, CampaignOffer] => {
    const id = `offer ${place}`;
    const closed: Program = { ...PROGRAM, value: 'b', eligibility: [FOR_NOBODY] };
    const offer = anOffer({
      ...(partners.includes(place) && aPartnerOffer()),
      ...{ id, name: `Name ${place}`, status: paused.includes(place) ? 'paused' : 'active' },
      programs: narrowed.includes(place) ? [PROGRAM, closed] : [PROGRAM],
      required_fields: [LEAD_FIELDS[place % LEAD_FIELDS.length]!],
      result_ttl_ms: (place < count / 2 ? 30 : 60) * 60_000,
    });
    return [id, aLine({ offer, priority: place % 3, payout_cents: 900 + place })];
  });
  return testCampaign({ id: 'campaign-1', offers: new Map(lines) });
}
export const LEAD_FIELDS = [
  'personal.phone',
  'personal.email',
  'personal.first_name',
  'personal.last_name',
] as const;

/** What a search finds in it. Made at minute 10. */
export function searchIn(campaign: Campaign, lead: LeadData = {}): ListedRun {
  const search = testSearch({ lead, campaign_id: campaign.id });
  const { results } = evaluateSearch(
    { search, campaign, now: minute(10), geo: { miles: () => undefined }, newId: randomUUID },
    { suppressions: [], held: [], down: new Set() },
  );
  return { results, list: listFor(results, campaign, lead) };
}
export const listedRun = (count: number, differing?: Differing): ListedRun =>
  searchIn(manyOffers(count, differing));

/** What a process that has seen nothing knows. */
const nothing = () => undefined;
export const NONE_SEEN = { terms: nothing, list: nothing };

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
