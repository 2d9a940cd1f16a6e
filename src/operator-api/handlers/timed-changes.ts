import type { AuditPorts } from '../../app/audit/audited.js';
import { countWaiting } from '../../app/catalogue/count-waiting.js';
import {
  addChange,
  amountFor,
  approveChange,
  asChange,
  type AmountOf,
  type ChangeAuthor,
  endChange,
  limitFor,
  needChange,
  pauseFor,
  refuseOverlap,
  type Planned,
  type TimedChangePorts,
  type Wanting,
} from '../../app/timed-changes/add-change.js';
import type { Viewer } from '../../app/operators/viewer.js';
import { foreseeAmount } from '../../app/timed-changes/foresee-amount.js';
import { compact } from '../../core/catalogue/compact.js';
import { changeView, describeChange } from '../../core/timed-changes/describe.js';
import type { ChangeKind, TimedChange } from '../../core/timed-changes/timed-change.js';
import type {
  EndChangeBody,
  TimedLimitBody,
  TimedPauseBody,
  TimedPayoutBody,
  TimedPriceBody,
} from '../bodies/timed-changes.js';
import { inPath, oneOf, optional, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { currentDocument } from '../../app/catalogue/compile-current.js';

const LISTED = 200;

export const TIMED_CHANGES_PARAMETERS = {
  ended: optional(
    oneOf(['true']),
    'Includes those that have ended; by default, only active and upcoming ones',
  ),
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
  const asked = { cap, limit, ...wantingOf(viewer) };
  const planned = await limitFor(portsOf(ports), asked, compact({ from, until }));
  return add(ports, audit, planned, { dry_run, author: compact({ by: viewer.name, why }) });
}

/** Sets another price for a time, or only says what that would do. */
export function priceForTime(ports: OperatorPorts, call: OperatorCall<object, TimedPriceBody>) {
  const { kind, handle, offer, program, price_cents, ...rest } = call.body;
  const of = { what: 'price', kind, handle, ...compact({ offer, program }) } as const;
  return amountForTime(ports, call, of, price_cents, rest);
}

/** Sets another payout for a time, or only says what that would do. */
export function payoutForTime(ports: OperatorPorts, call: OperatorCall<object, TimedPayoutBody>) {
  const { campaign: handle, offer, program, payout_cents, ...rest } = call.body;
  const of = { what: 'payout', kind: 'campaign', handle, offer, ...compact({ program }) } as const;
  return amountForTime(ports, call, of, payout_cents, rest);
}

type Timing = Pick<TimedPriceBody, 'from' | 'until' | 'why' | 'dry_run'>;

async function amountForTime(
  ports: OperatorPorts,
  { viewer, audit }: Pick<OperatorCall<object>, 'viewer' | 'audit'>,
  of: AmountOf,
  cents: number,
  { from, until, why, dry_run }: Timing,
) {
  const asked = { of, cents, ...wantingOf(viewer) };
  const planned = await amountFor(portsOf(ports), asked, compact({ from, until }));
  const done = await add(ports, audit, planned, { dry_run, author: compact({ by: viewer.name, why }) });
  if (!dry_run) return done;
  const { below, sentences } = await foreseeAmount(ports, planned);
  return { ...done, open_results_below: below, sentence: [done.sentence, ...sentences].join(' ') };
}

const wantingOf = ({ kind, id, name, permissions }: Viewer): Wanting => ({
  actor: { kind, id, name },
  mayApply: permissions.includes('catalogue:apply'),
});

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
    waiting_leads: null,
    open_results_below: null,
    sentence: doneSentence(planned, dry_run, now),
  };
}

function doneSentence(planned: Planned, dryRun: boolean, now: Date): string {
  const { from, document, proposed } = planned;
  const { sentence } = describeChange(asChange(planned, { id: 0, at: now, by: '' }), document, now);
  const approval = proposed ? ' Another person, who may apply the catalogue, must approve it.' : '';
  if (dryRun) return `If you confirm: ${sentence}${approval}`;
  if (proposed) return `${sentence}${approval}`;
  return from <= now ? `Within 5 seconds: ${sentence}` : sentence;
}

const waitingSentence = (waiting: number): string =>
  waiting === 0
    ? 'No lead waits for it.'
    : `${waiting === 1 ? '1 lead waits for it and goes' : `${waiting} leads wait for it and go`} on waiting until then, or until the delivery window ends.`;

/** Approves a change that another person proposed. */
export async function approveTimed(
  ports: OperatorPorts,
  { values, viewer, audit }: OperatorCall<ValuesOf<typeof TIMED_CHANGE_PARAMETERS>>,
) {
  const proposed = await needChange(ports, values.id);
  const { actor } = wantingOf(viewer);
  const { change, document } = await approveChange(portsOf(ports), audit, proposed, actor);
  return changeView(change, document, ports.clock());
}

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
