import { LEAD_GROUPS } from '../lead/fields.js';
import { SUBID_FIELDS } from '../money/entry.js';
import type { ConsentEvidence } from '../lead/consent-evidence.js';
import type { LeadData, Tracking } from '../lead/lead-data.js';
import type { LeadRecord, PendingNews } from '../lead/lead-record.js';
import type { ResultTerms, SearchRecord } from '../search/search-record.js';
import { keyFilter, maskKeys } from './mask-keys.js';
import { maskWords } from './mask-words.js';
import { maskAddress, maskAnything, maskField, mapValues } from './mask.js';

/** Masks personal data in a record, as far as it is still there. Timelines, attempts and decisions contain none. */
export function maskLeadRecord(record: LeadRecord): LeadRecord {
  const isShown = keyFilter(record.lead);
  const words = wordsOf(record);
  const maskAgreed = <Agreed extends Pick<LeadRecord, 'answers' | 'consent'>>(agreed: Agreed): Agreed => ({
    ...agreed,
    answers: maskKeys(mapValues(agreed.answers, maskAnything), isShown),
    consent: maskConsent(agreed.consent, words),
  });
  const { pending_effects, fallbacks, terms } = record;
  return maskAgreed({
    ...record,
    ...maskPerson(record),
    pending_effects: pending_effects.map((effect) =>
      effect.kind === 'news' ? maskNews(effect, isShown) : effect,
    ),
    // Without its person, or without its data key, one has its ids alone.
    ...(fallbacks && { fallbacks: fallbacks.map((one) => ('consent' in one ? maskAgreed(one) : one)) }),
    ...(terms && { terms: maskTerms(terms, words) }),
  });
}

const maskNews = ({ earlier, ...news }: PendingNews, isShown: (key: string) => boolean): PendingNews => ({
  ...news,
  ...(earlier && { earlier: { ...earlier, tracking: maskTracking(earlier.tracking, isShown) } }),
});

type Words = (text: string) => string;

/** Masks texts. Without its data key nobody knows what of a text is the person. */
const wordsOf = (record: OfPerson & Pick<LeadRecord, 'lacks_key'> & { answers?: object }): Words =>
  record.lacks_key === undefined ? maskWords(record) : () => '•••';

function maskConsent(consent: ConsentEvidence, words: Words): ConsentEvidence {
  // A process that lacks the data key reads nothing of it.
  const { ip_address } = consent as Partial<ConsentEvidence>;
  if (ip_address === undefined) return consent;
  const { text, button_label: label } = consent;
  return {
    ...consent,
    // A partner may name the person in the text, and an affiliate in the label.
    text: text && words(text),
    button_label: label && words(label),
    cert_url: maskUrl(consent.cert_url),
    universal_lead_ref: consent.universal_lead_ref && '•••',
    ip_address: maskAddress(ip_address),
  };
}

/** Masks personal data in a search's record. */
export function maskSearchRecord(record: SearchRecord): SearchRecord {
  const words = wordsOf(record);
  return {
    ...record,
    ...maskPerson(record),
    consent: mapValues(record.consent, maskAnything),
    results: record.results.map((result) => ({ ...result, terms: maskTerms(result.terms, words) })),
  };
}

/** What a partner wrote for this person. Values are codes of its own, and stay. */
const maskTerms = (terms: ResultTerms, words: Words): ResultTerms => ({
  ...terms,
  offer_name: words(terms.offer_name),
  tcpa_text: terms.tcpa_text && words(terms.tcpa_text),
  ...(terms.school && { school: { ...terms.school, name: words(terms.school.name) } }),
  programs: terms.programs.map((program) => ({ ...program, label: words(program.label) })),
  form_fields: terms.form_fields.map(({ options, ...field }) => ({
    ...field,
    label: field.label && words(field.label),
    ...(options && { options: options.map((option) => ({ ...option, label: words(option.label) })) }),
  })),
});

type OfPerson = Pick<LeadRecord, 'lead' | 'tracking' | 'extra'>;

/** Masks the person's data. Names of free members are compared with that data first, before it is masked. */
function maskPerson({ lead, tracking, extra }: OfPerson): OfPerson {
  const isShown = keyFilter(lead);
  const masked = maskLead(lead);
  return {
    lead: masked.extra === undefined ? masked : { ...masked, extra: maskKeys(masked.extra, isShown) },
    tracking: maskTracking(tracking, isShown),
    extra: maskKeys(mapValues(extra, maskAnything), isShown),
  };
}

function maskLead(lead: LeadData): LeadData {
  return mapValues(lead, (fields, group) =>
    (LEAD_GROUPS as readonly string[]).includes(group)
      ? mapValues(fields as object, (value, leaf) => maskField(`${group}.${leaf}`, String(value)))
      : maskAnything(fields),
  );
}

/**
 * Shows campaign parameters and subids, which only say where a person came from. A click id may identify the person.
 */
function maskTracking(tracking: Partial<Tracking>, isShown: (key: string) => boolean): Tracking {
  // A record whose person was removed has the subids alone.
  const { ip_address, ...rest } = tracking;
  const masked = mapValues(rest, (value, key) => (isOrigin(key) ? value : maskAnything(value)));
  const shown = maskKeys(masked, isShown) as Omit<Tracking, 'ip_address'>;
  return (ip_address === undefined ? shown : { ip_address: maskAddress(ip_address), ...shown }) as Tracking;
}

const isOrigin = (key: string): boolean =>
  key.startsWith('utm_') || (SUBID_FIELDS as readonly string[]).includes(key);

/** Shows who issued the certificate, but hides the full URL, because it opens the recording of a person. */
function maskUrl(url: string | null): string | null {
  if (url === null) return null;
  return URL.canParse(url) ? `${new URL(url).origin}/•••` : '•••';
}
