import { LEAD_GROUPS } from '../../core/lead/fields.js';
import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import type { LeadRecord } from '../../core/records/lead-record.js';
import type { SearchRecord } from '../../core/records/search-record.js';
import { maskAddress, maskAnything, maskField, mapValues } from './mask.js';

/** The record without personal data, in the same shape. Timelines, attempts and decisions hold none. */
export const maskLeadRecord = (record: LeadRecord): LeadRecord => ({
  ...record,
  lead: maskLead(record.lead),
  tracking: maskTracking(record.tracking),
  extra: mapValues(record.extra, maskAnything),
  answers: mapValues(record.answers, maskAnything),
  consent: {
    ...record.consent,
    cert_url: maskUrl(record.consent.cert_url),
    universal_lead_ref: record.consent.universal_lead_ref && '•••',
    ip_address: maskAddress(record.consent.ip_address),
  },
});

/** See `maskLeadRecord`. */
export const maskSearchRecord = (record: SearchRecord): SearchRecord => ({
  ...record,
  lead: maskLead(record.lead),
  tracking: maskTracking(record.tracking),
  extra: mapValues(record.extra, maskAnything),
  consent: mapValues(record.consent, maskAnything),
});

function maskLead(lead: LeadData): LeadData {
  return mapValues(lead, (fields, group) =>
    (LEAD_GROUPS as readonly string[]).includes(group)
      ? mapValues(fields as object, (value, leaf) => maskField(`${group}.${leaf}`, String(value)))
      : maskAnything(fields),
  );
}

/** Campaign parameters say where somebody came from; click ids and sub ids may name the person. */
function maskTracking(tracking: Tracking): Tracking {
  const masked = mapValues(tracking, (value, key) => (key.startsWith('utm_') ? value : maskAnything(value)));
  return { ...masked, ip_address: maskAddress(tracking.ip_address) };
}

/** Who issued the certificate, not which one it is: its address opens the recording of a person. */
function maskUrl(url: string | null): string | null {
  if (url === null) return null;
  return URL.canParse(url) ? `${new URL(url).origin}/•••` : '•••';
}
