import type { ListedAct } from '../../app/audit/list-log.js';
import type { VerifiedLog } from '../../app/audit/verify-log.js';
import type { AuditFacts } from '../../core/audit/audit-entry.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** So many ids of an act are shown. */
const IDS_SHOWN = 2;

/** Renders one row per act. */
export function renderActs(acts: readonly ListedAct[]): string {
  if (acts.length === 0) return 'No entries.';
  return renderTable(
    ['number', 'at', 'who', 'from', 'action', 'on', 'result', 'details'],
    acts.map(({ number, intent, outcome, state }) => [
      String(number),
      formatTime(intent.at),
      intent.who.id,
      intent.from.address ?? intent.from.host,
      intent.action,
      idsText(intent.on?.ids ?? []),
      outcome?.result ?? (state === 'missing' ? 'NO OUTCOME' : 'not yet'),
      detailsOf({ intent, ...(outcome ? { outcome } : {}) }),
    ]),
  );
}

const idsText = (ids: readonly string[]): string =>
  ids.slice(0, IDS_SHOWN).join(', ') + (ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '');

function detailsOf({ intent, outcome }: Pick<ListedAct, 'intent' | 'outcome'>): string {
  const { why, facts = {}, before = {}, after = {} } = intent;
  const same = new Set(Object.keys(before).filter((name) => name in after));
  const changed = [...same].map((name) => `${name} ${text(before[name])} → ${text(after[name])}`);
  const rest = Object.fromEntries(Object.entries(after).filter(([name]) => !same.has(name)));
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
  return `${numbers.length === 1 ? '1 act has' : `${numbers.length} acts have`} no outcome (${some}): the command was killed or lost the database, so look whether it took effect.`;
}

export function auditSummary({ entries, faults }: VerifiedLog, anchors: number): string {
  const of = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  const with_anchors =
    anchors === 0
      ? ', no anchor: a cut tail would not be seen'
      : ` and ${anchors} anchor${anchors === 1 ? '' : 's'}`;
  return `${faults === 0 ? 'nothing is wrong' : `${faults} finding${faults === 1 ? '' : 's'}`} in ${of}${with_anchors}`;
}
