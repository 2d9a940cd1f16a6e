import type { LeadField, LeadGroup } from './fields.js';

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
