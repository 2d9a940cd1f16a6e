import { toMoney } from '../money/payout.js';
import { sharedPartOf, type SharedTerms } from '../search/shared-terms.js';
import type { FormField, ResultTerms, StoredResult } from '../search/search-record.js';
import type { TextPart } from './text-parts.js';

/** A result as an answer shows it. */
export interface ResultEntry {
  readonly svc_result_id: string;
  readonly campaign_id: string;
  readonly offer: {
    readonly id: string;
    readonly name: string;
    readonly offer_type: string;
    readonly is_exclusive: boolean;
    readonly tcpa_text: string | null;
  };
  readonly school?: { readonly name: string; readonly logo_url: string | null };
  readonly programs: readonly { readonly value: string; readonly label: string; readonly payout?: number }[];
  readonly payout?: number;
  readonly form_fields: readonly FormField[];
  readonly expires_at: string;
}

const payoutOf = (cents: number | undefined): { payout?: number } =>
  cents === undefined ? {} : { payout: toMoney(cents) };

/**
 * Only the published members (docs/contract/search.md#result-entries). Other members of a question are left out.
 */
const shownField = ({ name, label, type, required, required_when, pattern, options }: FormField) => ({
  name,
  label,
  type,
  required,
  ...(pattern === undefined ? {} : { pattern }),
  ...(required_when && { required_when: { program_ids: required_when.program_ids } }),
  ...(options && { options: options.map(({ value, label: text }) => ({ value, label: text })) }),
});

/** What an entry shows of the offer, after its id. */
const shownOffer = (terms: SharedTerms) => ({
  name: terms.offer_name,
  offer_type: terms.offer_type,
  is_exclusive: terms.offer_type !== 'shared',
  tcpa_text: terms.tcpa_text,
});

/** What an entry shows between the offer and the time. */
const shownTerms = (terms: SharedTerms) => ({
  ...(terms.school && { school: { name: terms.school.name, logo_url: terms.school.logo_url ?? null } }),
  programs: terms.programs.map(({ value, label, payout_cents }) => ({
    value,
    label,
    ...payoutOf(payout_cents),
  })),
  ...payoutOf(terms.payout_cents),
  form_fields: terms.form_fields.map(shownField),
});

export const entryOf = ({ id, campaign_id, offer_id, terms }: StoredResult): ResultEntry => ({
  svc_result_id: id,
  campaign_id,
  offer: { id: offer_id, ...shownOffer(terms) },
  ...shownTerms(terms),
  expires_at: terms.expires_at.toISOString(),
});

/** JSON of members, without the braces. */
interface Members {
  readonly offer: string;
  readonly terms: string;
}
const membersOf = (members: object): string => JSON.stringify(members).slice(1, -1);
const textOf = (terms: SharedTerms): Members => ({
  offer: membersOf(shownOffer(terms)),
  terms: membersOf(shownTerms(terms)),
});

const texts = new WeakMap<SharedTerms, Members>();

/** The text of terms that results share is made once. */
function textOfShared(part: SharedTerms): Members {
  const known = texts.get(part);
  if (known) return known;
  const made = textOf(part);
  texts.set(part, made);
  return made;
}

const BEFORE_ID = '{"svc_result_id":"';

const entryText = ({ id, campaign_id, offer_id, terms }: StoredResult, shown: Members): string =>
  `${BEFORE_ID}${JSON.stringify(id).slice(1)},"campaign_id":${JSON.stringify(campaign_id)},` +
  `"offer":{"id":${JSON.stringify(offer_id)},${shown.offer}},` +
  `${shown.terms},"expires_at":"${terms.expires_at.toISOString()}"}`;

interface Kept extends Pick<StoredResult, 'campaign_id' | 'offer_id'> {
  readonly bytes: Uint8Array;
}
/** Entries of shared terms, with the id of some result. Results of one second have the same terms (`termsSharing`). */
const kept = new WeakMap<ResultTerms, Kept>();
/** Small buffers of Node share memory, which a kept one would hold for all. */
const utf8 = new TextEncoder();

const UUID_LENGTH = 36;

/** Undefined: nothing of this result is another's. */
function keptBytes(result: StoredResult): Uint8Array | undefined {
  const { id, campaign_id, offer_id, terms } = result;
  if (id.length !== UUID_LENGTH) return undefined;
  const known = kept.get(terms);
  // Offers that differ in nothing else have the same terms.
  if (known?.offer_id === offer_id && known.campaign_id === campaign_id) return known.bytes;
  const part = sharedPartOf(terms);
  if (!part) return undefined;
  const bytes = utf8.encode(entryText(result, textOfShared(part)));
  kept.set(terms, { campaign_id, offer_id, bytes });
  return bytes;
}

/** `JSON.stringify(entryOf(result))`. */
export function entryPart(result: StoredResult): TextPart {
  const bytes = keptBytes(result);
  return bytes ? { bytes, at: BEFORE_ID.length, ascii: result.id } : entryText(result, textOf(result.terms));
}
