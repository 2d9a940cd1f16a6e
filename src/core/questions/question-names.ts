import { FLAT_ALIASES, leadFieldByLeaf, LEAD_GROUPS } from '../lead/fields.js';

/** Keys that a submit request uses itself, besides those that start with `svc_`. */
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
  'fallbacks',
]);

/** Whether every JavaScript object has this name. A lookup in a stored group would find it although it is not there. */
export const isReservedName = (name: string): boolean => name in Object.prototype;

/**
 * Why a question can't have this name; undefined if it can. The name is the key of the answer in the request, beside
 * the request's own keys (`request_key`) and lead fields that are asked for (`lead_field`). `form`: the name must begin
 * with a letter and contain only letters, digits, - and _. `reserved`: see `isReservedName`.
 */
export function questionNameFault(
  name: string,
): 'form' | 'reserved' | 'request_key' | 'lead_field' | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return 'form';
  if (isReservedName(name)) return 'reserved';
  if (SUBMIT_KEYS.has(name) || name.startsWith('svc_')) return 'request_key';
  return leadFieldByLeaf(name) !== undefined || Object.hasOwn(FLAT_ALIASES, name) ? 'lead_field' : undefined;
}
