import { foreseeSwitch, type Foreseen } from '../../app/catalogue/foresee-switch.js';
import { switchTogether } from '../../app/catalogue/switch-together.js';
import { endChange } from '../../app/timed-changes/add-change.js';
import { compact } from '../../core/catalogue/compact.js';
import type { SwitchBody } from '../bodies/switches.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

/** Pauses or resumes entries of the catalogue, or only says what that does to waiting leads. */
export async function switchEntries(
  { versions: catalogue, files, overview, timedChanges, clock }: OperatorPorts,
  { body, viewer, audit, now }: OperatorCall<object, SwitchBody>,
) {
  const { action, entries, why, dry_run } = body;
  const foreseen = await foreseeSwitch({ catalogue, overview, timedChanges, clock }, action, entries);
  const note = compact({ at: now, by: viewer.name, comment: why });
  const done = dry_run ? undefined : await switchTogether({ catalogue, files, audit }, action, entries, note);
  const switched = [];
  for (const { waiting, timed, ...entry } of foreseen) {
    const isSwitched = done?.switched.some(
      ({ kind, handle }) => kind === entry.kind && handle === entry.handle,
    );
    if (timed && !dry_run)
      await endChange({ catalogue, timedChanges, clock }, audit, timed, compact({ by: viewer.name, why }));
    switched.push({
      ...{ ...entry, waiting_leads: waiting, version: done && isSwitched ? done.version : null },
      ended_change: dry_run ? null : (timed?.id ?? null),
    });
  }
  return { dry_run, entries: switched, sentence: sentenceOf(action, foreseen, dry_run) };
}

function sentenceOf(action: SwitchBody['action'], foreseen: readonly Foreseen[], dry_run: boolean): string {
  const changed = foreseen.filter(({ changes }) => changes);
  if (changed.length === 0) return 'Nothing changes: everything is already as you asked.';
  const what = changed.map(({ kind, handle }) => `${kind} ${handle}`).join(', ');
  const does =
    action === 'pause'
      ? `${dry_run ? 'This would pause' : 'Paused within 5 seconds:'} ${what}.`
      : `${dry_run ? 'This would resume' : 'Resumed within 5 seconds:'} ${what}.`;
  const waiting = changed.reduce((sum, one) => sum + one.waiting, 0);
  return action === 'pause' ? `${does} ${waitingSentence(waiting)}` : does;
}

function waitingSentence(waiting: number): string {
  if (waiting === 0) return 'No lead waits for it.';
  return waiting === 1
    ? '1 lead waits for it and is rejected (OFFER_UNAVAILABLE) when it is due, unless it is resumed first.'
    : `${waiting} leads wait for it and are rejected (OFFER_UNAVAILABLE) when they are due, unless it is resumed first.`;
}
