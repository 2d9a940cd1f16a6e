import { loosenFields, loosenLead } from '../../core/lead/loosen-lead.js';
import type { Reading } from '../call.js';

type Keys = Readonly<Record<string, unknown>>;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Puts the lead of a body into the form wanted, if the affiliate asked for that. */
export function loosenBody(body: Record<string, unknown>, now: Date, reading: Reading): void {
  const { lead } = body;
  if (!reading.loose || typeof lead !== 'object' || lead === null || Array.isArray(lead)) return;
  const { fields, normalized } = loosenLead(lead as Keys, dayOf(now));
  body['lead'] = fields;
  reading.normalized.push(...normalized);
}

/** The same for lead fields that were sent at the top level. */
export function loosenTopLevel(sent: Keys, now: Date, reading: Reading): Keys {
  if (!reading.loose) return sent;
  const { fields, normalized } = loosenFields(sent, [], dayOf(now));
  reading.normalized.push(...normalized);
  return fields;
}
