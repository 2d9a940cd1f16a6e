import type { Catalogue, Offer } from '../../core/catalogue/types.js';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { ValidationIssue } from '../../core/catalogue/validation-issue.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import { testPostOf } from '../../core/test-post/test-post-lead.js';
import type { Geo } from '../../core/lead/geo.js';
import { ActRefused } from '../act-refused.js';
import type { CatalogueFiles } from '../ports/catalogue-files.js';
import type { TestPostTools, WithTestPostTools } from '../ports/test-post-tools.js';
import { generatedLead } from '../test-post/generated-lead.js';
import {
  readSampleAnswer,
  readSampleResults,
  type SampleRead,
  type SampleResults,
} from '../test-post/read-sample-answer.js';
import { readRevision } from './change-draft.js';
import type { DraftPorts } from './draft-ports.js';

interface TryAnswerPorts extends Pick<DraftPorts, 'drafts' | 'clock'> {
  readonly files: Pick<CatalogueFiles, 'parse' | 'readEntry' | 'editEntry'>;
  readonly withTools: WithTestPostTools;
  readonly geo: Geo;
}

/** `delivery`: what answers a lead. For partners, `search`: what answers a search. */
export type Answered = 'delivery' | 'follow_up' | 'search';

interface Trying {
  /** The draft. Absent: what is typed is in none yet. */
  readonly id?: string | undefined;
  readonly revision?: number | undefined;
  /** The handle of an offer, which the draft need not have yet. */
  readonly offer: string;
  /** What somebody has typed of it, and not saved. It comes before what the draft says. */
  readonly entry?: Group | undefined;
  readonly what: Answered;
  readonly answer: HttpResponse;
}

/** `price_cents`: the offer's own, for an answer without one. */
export type TriedAnswer =
  | { readonly ok: false; readonly faults: readonly ValidationIssue[] }
  | {
      readonly ok: true;
      /** As in `Tried`. */
      readonly read_as?: string;
      readonly price_cents?: number;
      readonly read: SampleRead | SampleResults;
    };

/**
 * How the destination of an offer reads a sample answer, as it stands in the draft or as somebody is typing it. Nothing is
 * stored or sent. All else of the offer and of the draft may have faults. Throws ActRefused if the draft has no such offer and
 * nobody types one, or if the destination never gets such an answer.
 */
export async function tryAnswer(
  { drafts, files, withTools, geo, clock }: TryAnswerPorts,
  { id, revision, offer: handle, entry, what, answer }: Trying,
): Promise<TriedAnswer> {
  const draft = id === undefined ? undefined : await readRevision({ drafts }, { id, revision });
  const stored = draft && files.readEntry(draft.files, { kind: 'offer', handle });
  if (!stored && !entry) throw new ActRefused('unknown', `The draft has no offer ${handle}`, 'offer');
  const alone = destinationAlone(files, { ...stored, ...entry });
  if (!alone.ok) return alone;
  const { catalogue } = alone;
  const offer = readBy(alone.offer, what);
  return withTools(async (tools) => {
    const input = generatedLead(offer, undefined, clock(), geo);
    const around = { catalogue, geo, now: clock(), newId: () => SAMPLE_ID, callback_url: undefined };
    const post = testPostOf(input, offer, around);
    return {
      ok: true,
      ...readAs(tools, offer, what, answer),
      ...(offer.price_cents !== undefined && { price_cents: offer.price_cents }),
      read:
        what === 'search'
          ? await readSampleResults(tools.mappings, offer, post, answer, clock())
          : await readSampleAnswer({ ...tools, clock }, offer, post, answer),
    };
  });
}

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

/** Nobody's, since only what reads an answer counts. */
const AROUND = [{ name: 'sample', text: 'version: 1\nbuyers: [{ handle: sample, name: Sample }]\n' }];
const MADE_UP = { name: 'Sample', buyer: 'sample', offer_type: 'shared' };
const URL = 'https://sample.example';
const OFTEN = { url: URL, every: '1m', for: '1h' };

type Group = Readonly<Record<string, unknown>>;

const pick = (group: Group, ...keys: readonly string[]): Group =>
  Object.fromEntries(keys.flatMap((key) => (group[key] === undefined ? [] : [[key, group[key]]])));
const groupIn = (group: Group, key: string): Group | undefined => {
  const value = group[key];
  return typeof value === 'object' && value !== null ? (value as Group) : undefined;
};

/** What reads the answers of a delivery. */
function readingOf(delivery: Group): Group {
  const followUp = groupIn(delivery, 'follow_up');
  return {
    ...{ url: URL, ...pick(delivery, 'answers') },
    ...(followUp && { follow_up: { ...OFTEN, ...pick(followUp, 'answers') } }),
    // Rules that only a signed callback may meet need one.
    ...(delivery['callback'] !== undefined && { callback: { secret: '${secret:SAMPLE}' } }),
  };
}

/** A catalogue of what reads this offer's answers alone. */
function destinationAlone(
  files: TryAnswerPorts['files'],
  said: Group,
):
  | { readonly ok: true; readonly catalogue: Catalogue; readonly offer: Offer }
  | Extract<TriedAnswer, { ok: false }> {
  const partner = groupIn(said, 'partner') ?? {};
  const own =
    said['kind'] === 'partner'
      ? {
          kind: 'partner',
          partner: {
            search: { url: URL, ...pick(groupIn(partner, 'search') ?? {}, 'results') },
            submit: readingOf(groupIn(partner, 'submit') ?? {}),
          },
        }
      : { ...pick(said, 'price'), delivery: readingOf(groupIn(said, 'delivery') ?? {}) };
  const sources = files.editEntry(AROUND, { kind: 'offer', handle: 'sample' }, { ...MADE_UP, ...own });
  const parsed = files.parse(sources ?? AROUND);
  if (!parsed.ok) return parsed;
  const catalogue = compileCatalogue(parsed.document, 0);
  const [offer] = catalogue.offers.values();
  if (!offer) throw new Error('the made-up offer is lost');
  return { ok: true, catalogue, offer };
}

/** The offer, with the rules that read such an answer in the place of those of a delivery. */
function readBy(offer: Offer, what: Answered): Offer {
  const { delivery, partner } = offer;
  if (what === 'search' && !partner)
    throw new ActRefused('invalid', 'Only a partner is searched; this offer has one address', 'what');
  if (what !== 'follow_up') return offer;
  if (!delivery.follow_up)
    throw new ActRefused('invalid', 'This destination is never asked again: it has no follow_up', 'what');
  const { answers } = delivery.follow_up;
  return answers ? { ...offer, delivery: { ...delivery, answers } } : offer;
}

function readAs(tools: TestPostTools, offer: Offer, what: Answered, answer: HttpResponse) {
  const rules = what === 'search' ? offer.partner?.search.results : offer.delivery.answers;
  return rules === undefined ? {} : { read_as: tools.bodyReading(answer) };
}
