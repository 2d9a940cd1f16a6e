import type { NormalizedField } from '../envelope.js';
import { FLAT_ALIASES, leadField, leadFieldByLeaf, LEAD_GROUPS, type LeadFieldRow } from './fields.js';
import { loosen } from './loose-format.js';

type Loose = Readonly<Record<string, unknown>>;

interface LoosenedFields {
  readonly fields: Record<string, unknown>;
  readonly normalized: NormalizedField[];
}

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const rowOf = (key: string): LeadFieldRow | undefined =>
  leadFieldByLeaf(key) ?? leadField((Object.hasOwn(FLAT_ALIASES, key) && FLAT_ALIASES[key]) || '');

/** Changes the values of some lead fields, by their flat keys, to the form wanted. `at` is where they stand. */
export function loosenFields(sent: Loose, at: readonly string[], today: string): LoosenedFields {
  const fields: Record<string, unknown> = { ...sent };
  const normalized: NormalizedField[] = [];
  for (const [key, value] of Object.entries(sent)) {
    const row = rowOf(key);
    const changed = row && loosen(row.format, value, today);
    if (!changed) continue;
    fields[key] = changed.text;
    normalized.push({ field: [...at, key].join('.'), to: changed.to });
  }
  return { fields, normalized };
}

/** The same for a lead with nested groups, flat keys, or both. */
export function loosenLead(lead: Loose, today: string): LoosenedFields {
  const flat = loosenFields(lead, ['lead'], today);
  for (const group of LEAD_GROUPS) {
    const nested = lead[group];
    if (!isObject(nested)) continue;
    const { fields, normalized } = loosenFields(nested, ['lead', group], today);
    flat.fields[group] = fields;
    flat.normalized.push(...normalized);
  }
  return flat;
}
