import { FLAT_ALIASES, leadFieldByLeaf, LEAD_GROUPS } from '../lead/fields.js';

/** Keys that a submit uses itself, beside those that start with `svc_`. */
const SUBMIT_KEYS = new Set<string>([
  ...LEAD_GROUPS,
  'search_lead_id',
  'program_id',
  'lead',
  'tracking',
  'tcpa_consent',
  'consent_button_label',
  'consent_cert_url',
  'universal_lead_ref',
]);

/** Names that every JavaScript object has: as keys of stored groups they would be found where nothing was put. */
export const isReservedName = (name: string): boolean => name in Object.prototype;

/**
 * Why a question can't have this name, because its answer is sent under it beside the request's own keys and the
 * asked lead fields: `form` (letters, digits, - and _, beginning with a letter), `reserved`, `request_key`, `lead_field`.
 */
export function questionNameFault(
  name: string,
): 'form' | 'reserved' | 'request_key' | 'lead_field' | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return 'form';
  if (isReservedName(name)) return 'reserved';
  if (SUBMIT_KEYS.has(name) || name.startsWith('svc_')) return 'request_key';
  return leadFieldByLeaf(name) !== undefined || Object.hasOwn(FLAT_ALIASES, name) ? 'lead_field' : undefined;
}
