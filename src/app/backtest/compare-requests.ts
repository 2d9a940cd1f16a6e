import { diffValues } from '../../core/catalogue/diff-values.js';
import type { Endpoint } from '../../core/catalogue/types.js';
import type { Mapped } from '../ports/mapping-evaluator.js';
import type { BodyReader } from '../ports/request-writer.js';
import type { PreparedRequest } from '../ports/prepared-request.js';

/** A request, the mapping that wrote its body, and the input of the mapping. */
export interface Written {
  readonly request: Mapped<PreparedRequest>;
  readonly mapping: Pick<Endpoint, 'body' | 'encoding'>;
  readonly input: object;
}

type IsName = (key: string) => boolean;

/**
 * The names of the parts that differ between two requests, never a value: `body.contact.phone`, `url`,
 * `headers.x-key`. Items of a list are named by their index. A key that neither the mapping spells out nor our own
 * format has is named `*`, because it may be personal data.
 */
export function partsThatDiffer(before: Written, after: Written, readBody: BodyReader): string[] {
  const [old, now] = [before.request, after.request];
  if (!old.ok || !now.ok) {
    if (!old.ok && !now.ok) return old.fault === now.fault ? [] : [`fails otherwise: ${now.fault}`];
    return now.ok ? ['can be written now'] : [`can't be written: ${now.fault}`];
  }
  const paths = [
    ...diffValues(envelopeOf(old.value), envelopeOf(now.value)).map(({ path }) => path),
    ...bodyPaths(
      { text: old.value.request.body ?? '', ...before.mapping },
      { text: now.value.request.body ?? '', ...after.mapping },
      { isName: namesOf([before, after]), readBody },
    ),
  ];
  return paths.map((path) => path.replaceAll('.[', '['));
}

const envelopeOf = ({ request: { method, url, headers } }: PreparedRequest): object => ({
  method,
  url,
  headers,
});

interface Body extends Pick<Endpoint, 'encoding'> {
  readonly text: string;
}

interface Reading {
  readonly isName: IsName;
  readonly readBody: BodyReader;
}

function bodyPaths(before: Body, after: Body, { isName, readBody }: Reading): string[] {
  const view = ({ text, encoding = 'json' }: Body): unknown => withNames(readBody(text, encoding), isName);
  const paths = diffValues(view(before), view(after), 'body');
  if (paths.length > 0) return paths.map(({ path }) => path);
  // Two different texts of an XML or form body are two different requests. The order of keys in JSON does not matter.
  const isJson = [before, after].every(({ encoding = 'json' }) => encoding === 'json');
  return isJson || before.text === after.text ? [] : ['body'];
}

/** The data with keys that may be printed. Keys that come from the data itself are collected under `*`. */
function withNames(data: unknown, isName: IsName): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data) && data.length === 0) return data;
  const entries = Array.isArray(data)
    ? data.map((item: unknown, index): [string, unknown] => [`[${index}]`, item])
    : Object.entries(data);
  const isKnown = ([key]: [string, unknown]): boolean => Array.isArray(data) || isName(key);
  const unknown = entries.filter((entry) => !isKnown(entry));
  return {
    ...Object.fromEntries(
      entries.filter(isKnown).map(([key, value]): [string, unknown] => [key, withNames(value, isName)]),
    ),
    ...(unknown.length > 0 ? { '*': JSON.stringify(unknown) } : {}),
  };
}

/**
 * The names that mappings spell out, as whole literals and as words, and the keys of their input. The key of a form
 * with brackets consists of several names or indexes.
 */
function namesOf(all: readonly Written[]): IsName {
  const names = new Set(['#text', ...all.flatMap(({ input }) => keysOf(input))]);
  for (const { mapping } of all) {
    const source = mapping.body ?? '';
    for (const literal of source.match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? []) names.add(literal.slice(1, -1));
    for (const word of source.match(/[\w@#-]+/g) ?? []) names.add(word);
  }
  const isPart = (part: string): boolean => names.has(part) || /^\d{1,3}$/.test(part);
  return (key) =>
    // A mapping that writes XML as text spells an attribute without the @.
    names.has(key) ||
    names.has(key.replace(/^@/, '')) ||
    (key.includes('[') && (key.match(/[^[\]]+/g) ?? []).every(isPart));
}

const keysOf = (data: unknown): string[] =>
  typeof data === 'object' && data !== null
    ? Object.entries(data).flatMap(([key, member]) => [key, ...keysOf(member)])
    : [];
