import type { AcceptedNote, SearchedNote, WakeNote } from '../../app/ports/queues.js';
import type { OfferList } from '../../core/search/offer-list.js';
import { packResults, unpackResults, type PackedResults } from '../../core/search/packed-results.js';
import type { StoredResult } from '../../core/search/search-record.js';
import { termsSharing, type SharedTerms } from '../../core/search/shared-terms.js';

/** What a longer note says is read from the database, so that a process that stands still does not fill Redis. */
const MAX_NOTE = 262_144;
/** A result takes more than the 36 characters of its offer's id, so more of them are not even put into text. */
const MAX_RESULTS = MAX_NOTE / 36;

/** Terms and lists of offers that this process has seen, by their ids. */
export interface KnownTerms {
  readonly terms: (id: string) => SharedTerms | undefined;
  readonly list: (id: string) => OfferList | undefined;
}

/** Without `results`, nothing was found. */
interface SearchedText {
  readonly run: number;
  readonly searched: { readonly campaign?: string; readonly results?: PackedResults };
}
type AcceptedText = Omit<AcceptedNote, 'at'> & { readonly at: string };

/** The message of a wake-up: the id of the record, and the note in a second line. */
export function wakeMessage(id: string, note: WakeNote | undefined): string {
  if (!note) return id;
  const told = 'results' in note ? searchedText(note) : note;
  if (told === undefined) return id;
  const text = JSON.stringify(told);
  return text.length > MAX_NOTE ? id : `${id}\n${text}`;
}

/** Undefined: the results must be read. */
function searchedText({ run, results, list }: SearchedNote): SearchedText | undefined {
  const [one] = results;
  if (!one) return { run, searched: {} };
  if (results.length > MAX_RESULTS || one.run !== run) return undefined;
  const packed = packResults(results, list);
  return packed && { run, searched: { campaign: one.campaign_id, results: packed } };
}

/** What a wake-up says. Without a note: undefined; so too if this process has not seen what it refers to. */
export function readWakeMessage(
  message: string,
  known: KnownTerms,
): { readonly id: string; readonly note?: WakeNote | undefined } {
  const [id = '', text] = message.split('\n');
  if (text === undefined) return { id };
  const told = JSON.parse(text) as SearchedText | AcceptedText;
  return { id, note: 'searched' in told ? searchedNote(told, known) : { ...told, at: new Date(told.at) } };
}

function searchedNote({ run, searched }: SearchedText, known: KnownTerms): SearchedNote | undefined {
  const { campaign: campaign_id = '', results } = searched;
  if (!results) return { run, results: [] };
  const list = 'list' in results ? known.list(results.list) : undefined;
  if ('list' in results && !list) return undefined;
  const read: StoredResult[] = [];
  for (const { id, offer_id, priority, terms_id, expires_at } of unpackResults(results, list)) {
    const part = known.terms(terms_id);
    if (part === undefined) return undefined;
    read.push({ id, run, campaign_id, offer_id, priority, terms: termsSharing(part, expires_at) });
  }
  return { run, results: read };
}
