import { FLAT_ALIASES, LEAD_FIELDS, LEAD_GROUPS, type LeadField, type LeadGroup } from './fields.js';

/**
 * A consumer's lead after validation: trimmed and nested. The groups hold only fields of the table. Unknown keys of
 * any level are kept in `extra`, in the shape in which they were sent. No check uses them.
 */
export type LeadData = { readonly [G in LeadGroup]?: Readonly<Record<string, string>> } & {
  readonly extra?: Readonly<Record<string, unknown>>;
};

/**
 * The source of the consumer. `ip_address` is the consumer's own public address. The other values are as sent,
 * trimmed.
 */
export interface Tracking {
  readonly ip_address: string;
  readonly [key: string]: unknown;
}

/** The value of a field by its path, or undefined when the lead does not have it. */
export function fieldOf(lead: LeadData, path: LeadField): string | undefined {
  const dot = path.indexOf('.');
  return lead[path.slice(0, dot) as LeadGroup]?.[path.slice(dot + 1)];
}

/** Merges two leads. A field of `over` replaces the same field of `base`; extra keys are merged in the same way. */
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

/** All ways to write a field in a lead, in order of precedence. */
const WAYS = LEAD_FIELDS.map(({ path }) => {
  const [group, leaf] = path.split('.') as [string, string];
  return { group, leaf, flat: [leaf, ...aliasesOf(path)] };
});

/**
 * Removes flat keys that a nested value, or a flat name of higher precedence, overrides. Overridden keys are not
 * validated.
 */
export function withoutShadowed(lead: unknown): unknown {
  if (!isObject(lead)) return lead;
  const shadowed = new Set<string>();
  for (const { group, leaf, flat } of WAYS) {
    const nested = lead[group];
    let won = isObject(nested) && nested[leaf] !== undefined;
    for (const key of flat) {
      // `address` as a group is not a street line.
      if (lead[key] === undefined || (isGroup(key) && isObject(lead[key]))) continue;
      if (won) shadowed.add(key);
      won = true;
    }
  }
  return Object.fromEntries(Object.entries(lead).filter(([key]) => !shadowed.has(key)));
}

/**
 * A valid lead in its stored form: nested. Keys that the table does not have are in `extra`, in the shape in which
 * they were sent.
 */
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
