import { diffValues } from '../../core/catalogue/diff-values.js';
import type { Endpoint } from '../../core/catalogue/types.js';
import type { Mapped } from '../ports/mapping-evaluator.js';
import type { BodyReader, RequestReader } from '../ports/request-writer.js';
import type { PreparedRequest } from '../ports/prepared-request.js';
import { printableNames, type PrintableNames } from './printable-names.js';

/** A request, the mapping that wrote its body, and the input of the mapping. */
export interface Written {
  readonly request: Mapped<PreparedRequest>;
  readonly mapping: Pick<Endpoint, 'body' | 'encoding'>;
  readonly input: object;
}

/**
 * The names of the parts that differ between two requests, never a value: `body.contact.phone`, `url`,
 * `headers.x-key`. Items of a list are named by their index. A key is named `*` unless our own format has it or a
 * mapping has it as a literal, because it may be personal data; so is an index beyond the lists that a mapping spells
 * out.
 */
export function partsThatDiffer(before: Written, after: Written, reader: RequestReader): string[] {
  const [old, now] = [before.request, after.request];
  if (!old.ok || !now.ok) {
    if (!old.ok && !now.ok) return old.fault === now.fault ? [] : [`fails otherwise: ${now.fault}`];
    return now.ok ? ['can be written now'] : [`can't be written: ${now.fault}`];
  }
  return [
    ...diffValues(envelopeOf(old.value), envelopeOf(now.value)).map(({ path }) => path),
    ...bodyPaths(
      { text: old.value.request.body ?? '', ...before.mapping },
      { text: now.value.request.body ?? '', ...after.mapping },
      { names: printableNames([before, after], reader), readBody: reader.readBody },
    ),
  ];
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
  readonly names: PrintableNames;
  readonly readBody: BodyReader;
}

function bodyPaths(before: Body, after: Body, { names, readBody }: Reading): string[] {
  const view = ({ text, encoding = 'json' }: Body): unknown => withNames(readBody(text, encoding), names);
  const paths = diffValues(view(before), view(after), 'body').map(({ path }) => names.ofPath(path));
  if (paths.length > 0) return [...new Set(paths)];
  // Two different texts of an XML or form body are two different requests. The order of keys in JSON does not matter.
  const isJson = [before, after].every(({ encoding = 'json' }) => encoding === 'json');
  return isJson || before.text === after.text ? [] : ['body'];
}

/** The data with keys that may be printed. All members with a key that is printed otherwise are collected under that name. */
function withNames(data: unknown, names: PrintableNames): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data) && data.length === 0) return data;
  if (Array.isArray(data))
    return Object.fromEntries(data.map((item: unknown, index) => [`[${index}]`, withNames(item, names)]));
  const members: [string, unknown][] = [];
  const others = new Map<string, [string, unknown][]>();
  for (const [key, value] of Object.entries(data)) {
    const name = names.ofKey(key);
    if (name === key) members.push([key, withNames(value, names)]);
    else others.set(name, [...(others.get(name) ?? []), [key, value]]);
  }
  const collected = [...others].map(([name, all]) => [name, JSON.stringify(all)] as const);
  return Object.fromEntries([...members, ...collected]);
}
