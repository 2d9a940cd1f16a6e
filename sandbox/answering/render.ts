import type { Shape } from '../party.js';
import { textAt } from './text-at.js';

/** The names that an answer's texts may use. */
export const NAMES = [
  'result',
  'reason',
  'reference',
  'key',
  'number',
  'now',
  'now_seconds',
  'in_20_minutes',
] as const;

/** The values of one request. */
export interface Values {
  readonly result: string;
  readonly reason: string;
  readonly reference: string;
  readonly key: string;
  /** The number of the request, from 1. */
  readonly number: number;
  readonly now: Date;
  /** The received data, for `{{received.PATH}}`. */
  readonly received: unknown;
}

export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: no body, and no content type. */
  readonly type?: string;
  readonly text: string;
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
};
const NAME = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The unknown names in a shape. */
export function unknownNames(shape: Shape): string[] {
  const named = [...JSON.stringify(shape).matchAll(NAME)].map(([, name = '']) => name);
  return named.filter((name) => !/^received\../.test(name) && !NAMES.some((known) => known === name));
}

/** The answer as it is sent; `status` unless the shape sets its own. */
export function render(shape: Shape, status: number, values: Values): Rendered {
  const own = shape.type ?? (typeof shape.body === 'string' ? 'text' : 'json');
  const headers = Object.entries(shape.headers ?? {}).map(([name, text]) => [
    name,
    fill(text, values, inHeader),
  ]);
  const common = {
    status: shape.status ?? status,
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
  if (shape.body === undefined) return { ...common, text: '' };
  return { ...common, type: TYPES[own] ?? own, text: bodyText(shape.body, own, values) };
}

function bodyText(body: unknown, type: string, values: Values): string {
  if (typeof body === 'string') return fill(body, values, escapeFor(type));
  const filled = filledDeep(body, values);
  if (type !== 'form') return JSON.stringify(filled);
  const fields = Object.entries(filled as object).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(Object.fromEntries(fields) as Record<string, string>).toString();
}

function filledDeep(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fill(value, values, (text) => text);
  if (Array.isArray(value)) return value.map((entry) => filledDeep(entry, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, filledDeep(entry, values)]));
}

const fill = (text: string, values: Values, escape: (text: string) => string): string =>
  text.replace(NAME, (_all, name: string) => escape(valueOf(name, values)));

function valueOf(name: string, values: Values): string {
  if (name.startsWith('received.')) return textAt(values.received, name.slice('received.'.length));
  if (name === 'now') return values.now.toISOString();
  if (name === 'now_seconds') return String(Math.floor(values.now.getTime() / 1_000));
  if (name === 'in_20_minutes') return new Date(values.now.getTime() + 20 * 60_000).toISOString();
  return String(values[name as 'result' | 'reason' | 'reference' | 'key' | 'number']);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text for XML and HTML, attributes too. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

const inHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, ' ');

/** Escapes values, so that received data can't break out of the surrounding text. */
function escapeFor(type: string): (text: string) => string {
  if (/json/.test(type)) return (text) => JSON.stringify(text).slice(1, -1);
  if (/xml|html/.test(type)) return escapeMarkup;
  return /form/.test(type) ? encodeURIComponent : (text) => text;
}
