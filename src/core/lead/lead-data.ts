import { FLAT_ALIASES, LEAD_FIELDS, LEAD_GROUPS, type LeadField, type LeadGroup } from './fields.js';

/**
 * A consumer's lead after validation: trimmed, nested, with only fields of the table in the groups. Keys the
 * table does not know are kept in `extra` (at any level, in the shape they were sent) and never used by a check.
 */
export type LeadData = { readonly [G in LeadGroup]?: Readonly<Record<string, string>> } & {
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** Where the consumer came from. `ip_address` is the consumer's own public address; the rest as sent, trimmed. */
export interface Tracking {
  readonly ip_address: string;
  readonly [key: string]: unknown;
}

/** The value of a field by its path, or undefined when the lead does not have it. */
export function fieldOf(lead: LeadData, path: LeadField): string | undefined {
  const dot = path.indexOf('.');
  return lead[path.slice(0, dot) as LeadGroup]?.[path.slice(dot + 1)];
}

/** `base` with every field of `over` in place of its own, field by field; extra keys the same way. */
export function mergeLeads(base: LeadData, over: LeadData): LeadData {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const part of [base, over])
    for (const [group, fields] of Object.entries(part)) merged[group] = { ...merged[group], ...fields };
  return merged;
}
type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isGroup = (key: string): boolean => (LEAD_GROUPS as readonly string[]).includes(key);
const aliasesOf = (path: LeadField): string[] =>
  Object.entries(FLAT_ALIASES).flatMap(([alias, of]) => (of === path ? [alias] : []));

/** The ways to write a field in a lead, the one that wins first. */
const WAYS = LEAD_FIELDS.map(({ path }) => {
  const [group, leaf] = path.split('.') as [string, string];
  return { group, leaf, flat: [leaf, ...aliasesOf(path)] };
});

/** The lead without the flat keys that a nested value (or a fuller flat name) stands before: they are not looked at. */
export function withoutShadowed(lead: unknown): unknown {
  if (!isObject(lead)) return lead;
  const shadowed = new Set<string>();
  for (const { group, leaf, flat } of WAYS) {
    const nested = lead[group];
    let won = isObject(nested) && nested[leaf] !== undefined;
    for (const key of flat) {
      // `address` as a group is no street line.
      if (lead[key] === undefined || (isGroup(key) && isObject(lead[key]))) continue;
      if (won) shadowed.add(key);
      won = true;
    }
  }
  return Object.fromEntries(Object.entries(lead).filter(([key]) => !shadowed.has(key)));
}

/** A valid lead as it is kept: nested; what the table does not know in `extra`, in the shape it was sent. */
export function toLeadData(lead: Loose): LeadData {
  const rest = new Map(Object.entries(lead));
  const inGroups = new Map<string, Map<string, unknown>>();
  for (const group of LEAD_GROUPS) {
    const fields = rest.get(group);
    if (!isObject(fields)) continue;
    inGroups.set(group, new Map(Object.entries(fields)));
    rest.delete(group);
  }
  const known: Record<string, Record<string, string>> = {};
  for (const { group, leaf, flat } of WAYS) {
    const values = [pull(inGroups.get(group), leaf), ...flat.map((key) => pull(rest, key))];
    const value = values.find((one) => one !== undefined);
    if (value !== undefined) (known[group] ??= {})[leaf] = value as string;
  }
  for (const [group, fields] of inGroups) if (fields.size > 0) rest.set(group, Object.fromEntries(fields));
  return { ...known, ...(rest.size > 0 && { extra: Object.fromEntries(rest) }) };
}
function pull(from: Map<string, unknown> | undefined, key: string): unknown {
  const value = from?.get(key);
  from?.delete(key);
  return value;
}
