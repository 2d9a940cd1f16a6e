import type { VerifiedLog } from '../../app/audit/verify-audit-log.js';
import type { AuditFacts } from '../../core/audit/audit-entry.js';
import type { listAuditLog } from '../../operator-api/handlers/audit-log.js';

/** So many ids of an act are shown. */
const IDS_SHOWN = 2;

type Act = Awaited<ReturnType<typeof listAuditLog>>['acts'][number];

/** An act as one row. */
export const shownAct = (act: Act) => ({
  ...{ number: act.number, at: act.at, action: act.action },
  ...{ who: act.who.id, from: act.from.address ?? act.from.host, on: idsText(act.on?.ids ?? []) },
  result: act.outcome?.result ?? (act.state === 'missing' ? 'NO OUTCOME' : 'not yet'),
  details: detailsOf(act),
});

const idsText = (ids: readonly string[]): string =>
  ids.slice(0, IDS_SHOWN).join(', ') + (ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '');

function detailsOf({ why, facts, before, after, outcome }: Act): string {
  const [old, next] = [before ?? {}, after ?? {}];
  const same = new Set(Object.keys(old).filter((name) => name in next));
  const changed = [...same].map((name) => `${name} ${text(old[name])} → ${text(next[name])}`);
  const rest = Object.fromEntries(Object.entries(next).filter(([name]) => !same.has(name)));
  const parts = [
    ...changed,
    ...factTexts({ ...facts, ...rest, ...outcome?.facts }),
    ...(why ? [`"${why}"`] : []),
  ];
  return parts.join('; ');
}

const factTexts = (facts: AuditFacts): string[] =>
  Object.entries(facts).map(([name, value]) => `${name} ${text(value)}`);

const text = (value: AuditFacts[string] | undefined): string =>
  Array.isArray(value) ? value.join(' | ') : String(value);

/** Names acts of which nobody knows whether they were done. */
export function missingNote(numbers: readonly number[]): string | undefined {
  if (numbers.length === 0) return undefined;
  const some = numbers.slice(0, 20).join(', ') + (numbers.length > 20 ? ', …' : '');
  return `${numbers.length === 1 ? '1 act has' : `${numbers.length} acts have`} no outcome (${some}): the command was killed or lost the database, so check whether it took effect.`;
}

export function auditSummary({ entries, faults }: VerifiedLog, anchors: number): string {
  const of = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  const with_anchors =
    anchors === 0
      ? ', no anchor: a cut tail would not be seen'
      : ` and ${anchors} anchor${anchors === 1 ? '' : 's'}`;
  return `${faults === 0 ? 'nothing is wrong' : `${faults} finding${faults === 1 ? '' : 's'}`} in ${of}${with_anchors}`;
}
