import type { SearchModel, LeadModel } from '../stores/models.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';
import { dataKeysOf } from './data-keys-of.js';
import {
  sealPerson,
  withPerson,
  type Opening,
  type SealedCollection,
  type SealedMembers,
} from './seal-person.js';

type Model = LeadModel | SearchModel;

/** The document of a new record, with its person sealed. */
export function toSealed<Row extends { readonly id: string }>(model: Model, record: Row): Stored<Row> {
  return sealPerson(dataKeysOf(model.db), toDocument(record));
}

/** Members that replace a record's, with the person sealed. */
export const sealMembers = <Members extends object>(model: Model, members: Members): Members =>
  sealPerson(dataKeysOf(model.db), members);

/** The record of a document. Its person is opened when it is first looked at. */
export function toOpened<Row extends { readonly id: string }>(
  model: Model,
  found: Stored<Row> & SealedMembers,
  how: Opening = 'strict',
): Row {
  const { sealed, sealed_by: _, ...rest } = found;
  const record = toRecord<Row>(rest as Stored<Row>);
  if (sealed === undefined) return record;
  const of = model.collection.name as SealedCollection;
  return withPerson(dataKeysOf(model.db), record, { sealed, of, how });
}

export const toOpenedOrNull = <Row extends { readonly id: string }>(
  model: Model,
  found: Stored<Row> | null,
  how?: Opening,
): Row | null => (found === null ? null : toOpened<Row>(model, found, how));
