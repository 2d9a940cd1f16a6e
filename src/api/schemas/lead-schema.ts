import Joi from 'joi';
import {
  FLAT_ALIASES,
  leadField,
  LEAD_FIELDS,
  LEAD_GROUPS,
  leafOf,
  type LeadFieldRow,
  type LeadGroup,
} from '../../core/lead/fields.js';
import { fieldSchema } from './field-schema.js';
import { named, record, text } from './parts.js';

const groupOf = (row: LeadFieldRow): string => row.path.slice(0, row.path.indexOf('.'));
const rowsOf = (group: LeadGroup): LeadFieldRow[] => LEAD_FIELDS.filter((row) => groupOf(row) === group);

const labelled = (row: LeadFieldRow): Joi.Schema => fieldSchema(row).description(row.label);

/** A flat key of the lead. A nested value of the same field overrides it. */
const flat = (row: LeadFieldRow): Joi.Schema => fieldSchema(row).description(`The same as ${row.path}`);

const groupSchema = (group: LeadGroup): Joi.ObjectSchema =>
  record(Object.fromEntries(rowsOf(group).map((row) => [leafOf(row.path), labelled(row)])), ['lead', group]);

/** `address` is a group, or as a flat key the street line. */
const addressSchema = Joi.alternatives().conditional(Joi.string(), {
  then: text(),
  otherwise: groupSchema('address'),
});

const aliases = Object.entries(FLAT_ALIASES).filter(([alias]) => alias !== 'address');

/** The lead object of a request: nested groups, flat keys and aliases, and any other keys. */
export const leadSchema = (): Joi.ObjectSchema =>
  named(
    record(
      Object.fromEntries<Joi.Schema>([
        ...LEAD_GROUPS.map((group): [string, Joi.Schema] => [
          group,
          group === 'address' ? addressSchema : groupSchema(group),
        ]),
        ...LEAD_FIELDS.map((row): [string, Joi.Schema] => [leafOf(row.path), flat(row)]),
        ...aliases.map(([alias, path]): [string, Joi.Schema] => [alias, aliasSchema(path)]),
      ]),
      ['lead'],
    ),
    'Lead',
  );

function aliasSchema(path: string): Joi.Schema {
  const row = leadField(path);
  return row ? flat(row) : Joi.any();
}

const ORDER = new Map<string, number>();
for (const [index, row] of LEAD_FIELDS.entries()) {
  const group = groupOf(row);
  if (!ORDER.has(group)) ORDER.set(group, index);
  ORDER.set(row.path, index);
  ORDER.set(leafOf(row.path), index);
  for (const [alias, path] of Object.entries(FLAT_ALIASES)) if (path === row.path) ORDER.set(alias, index);
}

/** The position of a path below `lead` in the table of lead fields, nested or flat. */
export const leadOrder = (path: readonly (string | number)[]): number =>
  ORDER.get(path.join('.')) ?? Number.MAX_SAFE_INTEGER;
