import type { AuditPorts } from '../../app/audit/audited.js';
import { countWaiting } from '../../app/catalogue/count-waiting.js';
import {
  addChange,
  type ChangeAuthor,
  endChange,
  limitFor,
  needChange,
  pauseFor,
  refuseOverlap,
  type Planned,
  type TimedChangePorts,
} from '../../app/timed-changes/add-change.js';
import { compact } from '../../core/catalogue/compact.js';
import { changeView, describeChange } from '../../core/timed-changes/describe.js';
import type { ChangeKind, TimedChange } from '../../core/timed-changes/timed-change.js';
import type { EndChangeBody, TimedLimitBody, TimedPauseBody } from '../bodies/timed-changes.js';
import { inPath, oneOf, optional, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { currentDocument } from '../../app/catalogue/compile-current.js';

const LISTED = 200;

export const TIMED_CHANGES_PARAMETERS = {
  ended: optional(oneOf(['true']), 'With those that are over; by default only those in force or to come'),
};
export const TIMED_CHANGE_PARAMETERS = { id: inPath(whole(1, 999_999_999), 'The number of the change') };

const portsOf = ({ versions: catalogue, timedChanges, clock }: OperatorPorts): TimedChangePorts => ({
  ...{ catalogue, timedChanges, clock },
});

/** The timed changes that are in force or to come, newest first, as answers show them. `of`: only those. */
export async function changesNow(
  { versions, timedChanges, clock }: Pick<OperatorPorts, 'versions' | 'timedChanges' | 'clock'>,
  of: (change: TimedChange) => boolean = () => true,
) {
  const now = clock();
  const found = (await timedChanges.toCome(now)).filter(of).toReversed();
  if (found.length === 0) return [];
  const document = await currentDocument(versions);
  return found.map((change) => changeView(change, document, now)).filter(({ state }) => state !== 'over');
}

/** The timed changes, newest first. */
export async function listTimedChanges(
  ports: OperatorPorts,
  { values: { ended }, now }: OperatorCall<ValuesOf<typeof TIMED_CHANGES_PARAMETERS>>,
) {
  if (!ended) return { changes: await changesNow(ports) };
  const document = await currentDocument(ports.versions);
  const found = await ports.timedChanges.list(LISTED);
  return { changes: found.map((change) => changeView(change, document, now)) };
}

/** Pauses an entry for a time, or only says what that would do. */
export async function pauseForTime(
  ports: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, TimedPauseBody>,
) {
  const { kind, handle, from, until, why, dry_run } = body;
  const planned = await pauseFor(portsOf(ports), { kind, handle }, compact({ from, until }));
  const waiting_leads = await countWaiting(ports, planned.document, kind, handle);
  const done = await add(ports, audit, planned, { dry_run, author: compact({ by: viewer.name, why }) });
  return { ...done, waiting_leads, sentence: `${done.sentence} ${waitingSentence(waiting_leads)}` };
}

/** Sets another limit of a cap for a time, or only says what that would do. */
export async function limitForTime(
  ports: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, TimedLimitBody>,
) {
  const { limit, from, until, why, dry_run, ...cap } = body;
  const mayApply = viewer.permissions.includes('catalogue:apply');
  const planned = await limitFor(portsOf(ports), { cap, limit, mayApply }, compact({ from, until }));
  const done = await add(ports, audit, planned, { dry_run, author: compact({ by: viewer.name, why }) });
  return { ...done, waiting_leads: null };
}

async function add(
  ports: OperatorPorts,
  audit: AuditPorts,
  planned: Planned,
  { dry_run, author }: { readonly dry_run: boolean; readonly author: ChangeAuthor },
) {
  const change = dry_run ? undefined : await addChange(portsOf(ports), audit, planned, author);
  if (!change) await refuseOverlap(ports, planned);
  const now = ports.clock();
  return {
    dry_run,
    change: change ? changeView(change, planned.document, now) : null,
    sentence: doneSentence(planned, dry_run, now),
  };
}

function doneSentence(planned: Planned, dryRun: boolean, now: Date): string {
  const { field, from, until, document } = planned;
  const change = { ...field, id: 0, at: now, by: '', from, until } as TimedChange;
  const { sentence } = describeChange(change, document, now);
  if (dryRun) return `If you confirm: ${sentence}`;
  return from <= now ? `Within 5 seconds: ${sentence}` : sentence;
}

const waitingSentence = (waiting: number): string =>
  waiting === 0
    ? 'No lead waits for it.'
    : `${waiting === 1 ? '1 lead waits for it and goes' : `${waiting} leads wait for it and go`} on waiting until then, or until the delivery window ends.`;

/** Ends a change before its time: of this kind, or of any. */
export const endTimed =
  (what?: ChangeKind) =>
  async (
    ports: OperatorPorts,
    {
      values,
      body,
      viewer,
      audit,
      now,
    }: OperatorCall<ValuesOf<typeof TIMED_CHANGE_PARAMETERS>, EndChangeBody>,
  ) => {
    const change = await needChange(ports, values.id, what);
    const author = compact({ by: viewer.name, why: body.why });
    const { ended, document } = await endChange(portsOf(ports), audit, change, author);
    return changeView(ended, document, now);
  };
