import { audited } from '../../app/audit/audited.js';
import { RULES } from '../../core/alerts/find-all.js';
import { compact } from '../../core/catalogue/compact.js';
import { cleanOperatorWords } from '../../core/clean-words.js';
import { MAX_SNOOZE_MS, type AttentionChange } from '../../core/now/change-attention.js';
import { invalidField, malformed } from '../../http/faults.js';
import type { ActOnNowBody } from '../bodies/now.js';
import { noSuch } from '../faults.js';
import { moment } from '../parameters/kinds.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

export async function readNow({ screens }: OperatorPorts): Promise<object> {
  const { known, ...board } = await screens.board.read();
  return { ...board, not_known: RULES.map(({ name }) => name).filter((name) => !known.has(name)) };
}

export async function actOnNow(
  { screens }: OperatorPorts,
  { values, body, viewer, now, audit }: OperatorCall<{ readonly id: string }, ActOnNowBody>,
): Promise<object> {
  const change = changeOf(body, now);
  const who = { id: viewer.id, name: viewer.name };
  const acted = await audited(
    audit,
    { action: 'finding.act', on: { kind: 'finding', ids: [values.id] }, facts: factsOf(change) },
    () => screens.board.act(values.id, change, who),
    ({ outcome }) => ({ result: outcome === 'changed' ? 'done' : 'refused', facts: { outcome } }),
  );
  if (acted.outcome === 'taken') throw malformed(`${acted.by.name} has taken it.`, 409, 'take');
  const item = acted.outcome === 'changed' ? await screens.board.item(values.id) : undefined;
  if (!item) throw noSuch('such finding any more', 'id');
  return item;
}

function changeOf({ take, note, snoozed_until: until }: ActOnNowBody, now: Date): AttentionChange {
  if (take === undefined && note === undefined && until === undefined)
    throw malformed('Send take, note or snoozed_until.');
  const at = typeof until === 'string' ? (moment.read(until) ?? new Date(NaN)) : until;
  const ahead = at instanceof Date ? at.getTime() - now.getTime() : 1;
  if (!(ahead > 0 && ahead <= MAX_SNOOZE_MS))
    throw invalidField('snoozed_until', 'a time in the next 30 days, with its zone');
  // Otherwise it would remove the note that is there.
  if (typeof note === 'string' && cleanOperatorWords(note) === undefined)
    throw invalidField('note', 'words without personal data, or null, which removes it');
  return compact({ take, note, snoozed_until: at });
}

/** A note is a person's words, which the audit log does not repeat. */
const factsOf = ({ take, note, snoozed_until }: AttentionChange) =>
  compact({
    take,
    noted: note === undefined ? undefined : note !== null,
    snoozed_until: snoozed_until instanceof Date ? snoozed_until.toISOString() : undefined,
  });
