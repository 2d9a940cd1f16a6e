import { listChangesOf } from '../../app/audit/changes-of-entry.js';
import { listActs, type ListedAct } from '../../app/audit/list-log.js';
import { compact } from '../../core/catalogue/compact.js';
import { moment, optional, text, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const DEFAULT_LIMIT = 50;

export const AUDIT_PARAMETERS = {
  from: optional(moment, 'At or after this moment'),
  to: optional(moment, 'Before this moment'),
  who: optional(text('ana'), 'The id of a person or key, or the account of the operating system'),
  action: optional(text('lead.settle'), 'What was done'),
  on: optional(
    text('offer lakeshore-nursing'),
    'An id: of a lead, a key, a version, an entry that was paused',
  ),
  entry: optional(
    text('offer lakeshore-nursing'),
    'Only changes of this entry of the catalogue: its kind and handle. Looks through the newest 2,000 changes of the catalogue',
  ),
  before: optional(whole(1, 999_999_999), 'next_before of the answer before'),
  limit: optional(whole(1, 200), `How many acts one answer has; by default ${DEFAULT_LIMIT}`),
};

export async function listAuditLog(
  { auditReader, staffNames }: OperatorPorts,
  { values, now }: OperatorCall<ValuesOf<typeof AUDIT_PARAMETERS>>,
) {
  const { limit = DEFAULT_LIMIT, entry, ...rest } = values;
  const query = compact(rest);
  const page = { limit: limit + 1, now };
  const acts =
    entry === undefined
      ? await listActs(auditReader, query, page)
      : await listChangesOf(auditReader, entry, query, page);
  const shown = acts.slice(0, limit);
  const named = shown.flatMap(({ intent: { who, on } }) => [
    who.id,
    ...(on && !OF_RECORDS.has(on.kind) ? on.ids : []),
  ]);
  const names = await staffNames.namesOf([...new Set(named)]);
  return {
    acts: shown.map((act) => actView(act, names)),
    next_before: acts.length > limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

/** Their ids name nobody, and an act may have hundreds of them. */
const OF_RECORDS: ReadonlySet<string> = new Set(['lead', 'search']);

function actView({ number, intent, outcome, state }: ListedAct, names: ReadonlyMap<string, string>) {
  const { at, action, who, from, on, why, facts, before, after } = intent;
  return {
    ...{ number, at, action, state },
    who: { ...who, name: names.get(who.id) ?? null },
    from: { kind: from.kind, host: from.host, address: from.address ?? null },
    on: on ? { ...on, names: on.ids.map((id) => names.get(id) ?? null) } : null,
    why: why ?? null,
    facts: facts ?? {},
    before: before ?? null,
    after: after ?? null,
    outcome: outcome
      ? { at: outcome.at, result: outcome.result, facts: outcome.facts ?? {}, after: outcome.after ?? null }
      : null,
  };
}
