import { entryName, type Evidence, type Violation } from './evidence.js';

const FINAL_CODES: Readonly<Record<string, string>> = { ACCEPTED: 'accepted', TEST_LEAD_HELD: 'held' };
const UNDECIDED = new Set(['PENDING']);
const NOT_SOLD = new Set(['rejected', 'invalid', 'failed']);

/** What was acknowledged must be stored: every id that a client got, one id per key, a final state that stays, every entry in the books, every stage. */
export function checkAcknowledged(evidence: Evidence): Violation[] {
  const { leads, searches, acknowledged, acknowledgedSearches } = evidence;
  const violations: Violation[] = [];
  const add = (rule: string, what: string): void => void violations.push({ rule, what });
  for (const { key, answers } of acknowledged) {
    const ids = new Set(answers.map(({ lead_id }) => lead_id));
    if (ids.size > 1) add('one key, two leads', `${key}: ${[...ids].join(', ')}`);
    for (const id of ids) if (!leads.has(id)) add('acknowledged and missing', `lead ${id} (${key})`);
    const final = answers.filter(({ code }) => !UNDECIDED.has(code));
    if (new Set(final.map(({ code }) => code)).size > 1)
      add('a final answer changed', `${key}: ${final.map(({ code }) => code).join(', ')}`);
    for (const { lead_id, code } of final.slice(0, 1)) {
      const state = leads.get(lead_id)?.state ?? 'missing';
      const fits = code in FINAL_CODES ? FINAL_CODES[code] === state : NOT_SOLD.has(state);
      if (!fits && state !== 'missing') add('a final answer changed', `${key} was ${code}, is ${state}`);
    }
  }
  for (const id of acknowledgedSearches)
    if (!searches.has(id)) add('acknowledged and missing', `search ${id}`);
  const booked = new Set(evidence.entries.map(entryName));
  for (const name of evidence.acknowledgedEntries)
    if (!booked.has(name)) add('acknowledged and missing', name);
  for (const name of evidence.acknowledgedStages)
    if (!evidence.stages.has(name)) add('acknowledged and missing', `stage ${name}`);
  return violations;
}

/** One Idempotency-Key is one lead, even if no answer arrived. */
export function checkKeys({ leads }: Evidence): Violation[] {
  const byKey = new Map<string, string[]>();
  for (const { _id, idempotency = [] } of leads.values())
    for (const { key } of idempotency) byKey.set(key, [...(byKey.get(key) ?? []), _id]);
  return [...byKey]
    .filter(([, ids]) => ids.length > 1)
    .map(([key, ids]) => ({ rule: 'one key, two leads', what: `${key}: ${ids.join(', ')}` }));
}
