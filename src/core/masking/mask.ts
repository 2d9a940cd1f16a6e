import type { LeadField } from '../lead/fields.js';

const DOTS = '•••';

const initial = (text: string): string => `${text.slice(0, 1)}${DOTS}`;

/** `jane@example.com` → `j•••@e•••.com` */
function email(text: string): string {
  const [name = '', domain = ''] = text.split('@');
  return `${initial(name)}@${initial(domain)}${domain.slice(Math.max(0, domain.lastIndexOf('.')))}`;
}

const lastThree = (text: string): string => '•'.repeat(Math.max(3, text.length - 3)) + text.slice(-3);
const firstThree = (text: string): string => text.slice(0, 3) + '•'.repeat(Math.max(2, text.length - 3));

/** Masks for fields that identify a person. Other fields (state, education, …) fit thousands of people. */
const MASKS: Readonly<Partial<Record<LeadField, (text: string) => string>>> = {
  'personal.email': email,
  'personal.phone': lastThree,
  'personal.first_name': initial,
  'personal.last_name': initial,
  'personal.date_of_birth': () => '••••-••-••',
  'address.address_line_1': () => DOTS,
  'address.address_line_2': () => DOTS,
  'address.city': initial,
  'address.zip_code': firstThree,
};

/** A lead's field in a form that other people may see on your screen. */
export const maskField = (path: string, text: string): string => MASKS[path as LeadField]?.(text) ?? text;

/** `203.0.113.7` → `203.0.•••`. Shows only the first parts of an IPv4 or IPv6 address. An empty one stays empty. */
export function maskAddress(ip: string): string {
  if (ip === '') return '';
  return ip.includes(':')
    ? `${ip.split(':').slice(0, 2).join(':')}:${DOTS}`
    : `${ip.split('.').slice(0, 2).join('.')}.${DOTS}`;
}

/** Masks any value: shows that there is a value, but not the value itself. Booleans and null are shown. */
export function maskAnything(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskAnything);
  if (typeof value === 'object' && value !== null) return mapValues(value, maskAnything);
  return typeof value === 'boolean' || value === null ? value : DOTS;
}

export const mapValues = (
  group: object,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(group).map(([key, value]) => [key, change(value, key)]));
