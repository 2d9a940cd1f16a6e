import { audited } from '../../app/audit/audited.js';
import { RULES } from '../../core/alerts/apply-rules.js';
import { SWITCHES } from '../../core/catalogue/switch-entry.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { compact } from '../../core/catalogue/compact.js';
import { cleanOperatorWords } from '../../core/clean-words.js';
import type { AttentionItem } from '../../core/now/attention.js';
import type { AttentionChange } from '../../core/now/change-attention.js';
import { invalidField, malformed } from '../../http/faults.js';
import type { ActOnNowBody } from '../bodies/now.js';
import { noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { changesNow } from './timed-changes.js';
import { muteAnswer } from './alerts.js';

export async function readNow(ports: OperatorPorts) {
  const [{ known, attention, ...shown }, timed_changes] = await Promise.all([
    ports.board.read(),
    changesNow(ports),
  ]);
  return {
    ...{ ...shown, timed_changes, paused: pausedIn(ports.catalogue.current()) },
    attention: attention.map(itemAnswer),
    not_known: RULES.map(({ name }) => name).filter((name) => !known.has(name)),
  };
}

/** What the catalogue pauses without an end. */
function pausedIn({ offers, buyers, campaigns }: Catalogue) {
  const all = [
    ...[...buyers.values()].map((entry) => ({ ...entry, kind: 'buyer' as const })),
    ...[...offers.values()].map((entry) => ({ ...entry, kind: 'offer' as const })),
    ...[...campaigns.values()].map((entry) => ({ ...entry, kind: 'campaign' as const })),
  ];
  return all
    .filter(({ kind, status, timed_pause: timed }) => status === SWITCHES[kind].pause && timed === undefined)
    .map(({ kind, handle, name }) => ({ kind, handle, name }));
}

const itemAnswer = ({ mute, ...item }: AttentionItem) => ({ ...item, mute: mute && muteAnswer(mute) });

export async function actOnNow(
  { board }: OperatorPorts,
  { values, body, viewer, audit }: OperatorCall<{ readonly id: string }, ActOnNowBody>,
) {
  const change = changeOf(body);
  const who = { id: viewer.id, name: viewer.name };
  const acted = await audited(
    audit,
    { action: 'finding.act', on: { kind: 'finding', ids: [values.id] }, facts: factsOf(change) },
    () => board.act(values.id, change, who),
    ({ outcome }) => ({ result: outcome === 'changed' ? 'done' : 'refused', facts: { outcome } }),
  );
  if (acted.outcome === 'taken') throw malformed(`${acted.by.name} has taken it.`, 409, 'take');
  const item = acted.outcome === 'changed' ? await board.item(values.id) : undefined;
  if (!item) throw noSuch('such finding any more', 'id');
  return itemAnswer(item);
}

function changeOf({ take, note }: ActOnNowBody): AttentionChange {
  if (take === undefined && note === undefined) throw malformed('Send take or note.');
  // Otherwise it would remove the note that is there.
  if (typeof note === 'string' && cleanOperatorWords(note) === undefined)
    throw invalidField('note', 'words without personal data, or null, which removes it');
  return compact({ take, note });
}

/** A note is a person's words, which the audit log does not repeat. */
const factsOf = ({ take, note }: AttentionChange) =>
  compact({ take, noted: note === undefined ? undefined : note !== null });
