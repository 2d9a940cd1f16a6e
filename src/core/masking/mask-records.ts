import { LEAD_GROUPS } from '../lead/fields.js';
import { SUBID_FIELDS } from '../money/entry.js';
import type { ConsentEvidence } from '../lead/consent-evidence.js';
import type { LeadData, Tracking } from '../lead/lead-data.js';
import type { LeadRecord, OwedNews } from '../lead/lead-record.js';
import type { SearchRecord } from '../search/search-record.js';
import { keyFilter, maskKeys } from './mask-keys.js';
import { maskAddress, maskAnything, maskField, mapValues } from './mask.js';

/** Masks personal data in a record, as far as it is still there. Timelines, attempts and decisions contain none. */
export const maskLeadRecord = (record: LeadRecord): LeadRecord => ({
  ...record,
  ...maskPerson(record),
  ...(record.news && { news: record.news.map((owed) => maskNews(owed, keyFilter(record.lead))) }),
  answers: maskKeys(mapValues(record.answers, maskAnything), keyFilter(record.lead)),
  consent: maskConsent(record.consent),
});

const maskNews = ({ earlier, ...news }: OwedNews, isShown: (key: string) => boolean): OwedNews => ({
  ...news,
  ...(earlier && { earlier: { ...earlier, tracking: maskTracking(earlier.tracking, isShown) } }),
});

function maskConsent(consent: ConsentEvidence): ConsentEvidence {
  // A process that lacks the data key reads nothing of it.
  const { ip_address } = consent as Partial<ConsentEvidence>;
  if (ip_address === undefined) return consent;
  return {
    ...consent,
    cert_url: maskUrl(consent.cert_url),
    universal_lead_ref: consent.universal_lead_ref && '•••',
    ip_address: maskAddress(ip_address),
  };
}

/** Masks personal data in a search's record. */
export const maskSearchRecord = (record: SearchRecord): SearchRecord => ({
  ...record,
  ...maskPerson(record),
  consent: mapValues(record.consent, maskAnything),
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
