import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { classOf } from '../../scripts/docs/personal/classify.js';
import type { DataClass } from '../../scripts/docs/personal/data-class.js';
import { SEALED_PATHS } from '../../src/platform/mongo/sealing/rotate-data-key.js';

/** A compact JWE. */
const JWE = /^eyJ[\w-]+(\.[\w-]+){4}$/;

/** Sealed for seconds, and never again. */
const BRIEFLY = 'pending_effects.earlier.sealed';

type Visit = (path: string, value: unknown) => void;

/** What a record without its person has in place of a value. */
const isEmpty = (value: unknown): boolean => value === null || value === '';

/** A plain object: not a date, a binary value or anything else that the driver makes. */
const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Visits every value in a document, with its path without the places of arrays. */
function visitValues(value: unknown, path: string, visit: Visit): void {
  if (Array.isArray(value)) for (const one of value) visitValues(one, path, visit);
  else if (isGroup(value))
    for (const [name, member] of Object.entries(value))
      visitValues(member, path === '' ? name : `${path}.${name}`, visit);
  else visit(path, value);
}

/** The stored paths that nobody has classified, what is said to be sealed and is not, and what `data-keys rotate` passes by. */
export async function unclassifiedPaths(connection: Connection): Promise<string[]> {
  const found = new Set<string>();
  // Ten thousand documents have a few hundred paths.
  const known = new Map<string, DataClass | undefined>();
  for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
    for await (const document of connection.collection(name).find({}))
      visitValues(document, '', (path, value) => {
        const where = `${name}: ${path}`;
        if (!known.has(where)) known.set(where, classOf(name, path));
        const one = known.get(where);
        if (one === undefined) found.add(where);
        if (one === 'sealed' && !isEmpty(value) && !JWE.test(String(value)))
          found.add(`${where} is in clear`);
        if (JWE.test(String(value)) && path !== BRIEFLY && !isResealed(name, path, document))
          found.add(`${where} is not in SEALED_PATHS, or without sealed_by`);
      });
  return [...found].sort();
}

const isResealed = (collection: string, path: string, document: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(SEALED_PATHS).some(([name, at]) => name === collection && at === path) &&
  document['sealed_by'] !== undefined;

/** Fails if a flow stored something that nobody has classified: add it to `scripts/docs/personal`, then `npm run docs`. */
export async function expectClassified(connection: Connection): Promise<void> {
  expect(await unclassifiedPaths(connection), 'add these to scripts/docs/personal').to.deep.equal([]);
}
