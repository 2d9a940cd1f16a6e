import { READ_AT_MOST } from '../../core/clean-words.js';
import { compact } from '../../core/catalogue/compact.js';
import { endOfAttempt, type AttemptAnswer } from '../../core/delivery/apply-delivery-result.js';
import type { DeliveryResult } from '../../core/delivery/delivery-result.js';
import { evaluatedAgain } from '../../core/delivery/waits-and-endings.js';
import { lateReference, saidBeside } from '../../core/delivery/late-reference.js';
import type { AnsweredEntry } from '../../core/lead/lead-entry.js';
import type { Attempt, Decision, LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { isOutage } from '../outage.js';
import type { AcceptedNote } from '../ports/queues.js';
import type { UnstoredEnd } from '../ports/unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { retryOnOutage } from '../retry-on-outage.js';
import { endRun, runEndOf, transitionLead } from './transition-lead.js';

/**
 * Stores how an attempt ended. The buyer's answer is stored nowhere else. So if an outage outlasts the run, the process
 * keeps the end in memory and stores it when the database answers (`storeUnsavedEnds`). The OutageError is thrown all the
 * same, because this run can't know the result.
 */
export async function storeEnd(ports: WorkPorts, end: UnstoredEnd): Promise<RunEnd> {
  try {
    return await retryOnOutage(() => writeEnd(ports, end), ports.retryOnOutageMs);
  } catch (error) {
    if (isOutage(error)) {
      ports.unfinished.keepEnd(kept(end));
      const about = { err: error, lead_id: end.lead.id, attempt: end.attempt.number };
      ports.log.warn(about, 'the end of an attempt will be stored when the database answers');
    }
    throw error;
  }
}

/**
 * Stores the ends of attempts that this process keeps in memory, for one lead or for all. Throws on an outage; a
 * later call continues.
 */
export async function storeUnsavedEnds(ports: WorkPorts, leadId?: string): Promise<void> {
  for (const end of ports.unfinished.ends()) {
    if (leadId !== undefined && end.lead.id !== leadId) continue;
    try {
      await writeEnd(ports, end);
    } catch (error) {
      if (isOutage(error)) throw error;
      const about = { err: error, lead_id: end.lead.id, attempt: end.attempt.number };
      ports.log.error(about, 'the end of an attempt could not be stored');
    }
    ports.unfinished.dropEnd(end);
  }
}

const writeEnd = (ports: WorkPorts, end: UnstoredEnd): Promise<RunEnd> =>
  end.answer ? endAttempt(ports, end, end.answer) : withdrawAttempt(ports, end);

/** The part of an end that stays in memory, possibly for hours. */
const kept = ({ lead, answer, ...rest }: UnstoredEnd): UnstoredEnd => ({
  ...rest,
  lead: coreOf(lead),
  ...(answer ? { answer: { ...answer, delivered: shortened(answer.delivered) } } : {}),
});

/** Cuts the buyer's reason to the length that is stored, to save memory. */
const shortened = (delivered: DeliveryResult): DeliveryResult =>
  delivered.kind !== 'answered' || delivered.answer.reason === undefined
    ? delivered
    : {
        ...delivered,
        answer: { ...delivered.answer, reason: delivered.answer.reason.slice(0, READ_AT_MOST) },
      };

/** Removes at runtime what `LeadCore` leaves out. The type alone would keep those members in memory. */
function coreOf(lead: LeadCore & Partial<Omit<LeadRecord, keyof LeadCore>>): LeadCore {
  const { lead: _l, tracking: _t, extra: _e, answers: _a, consent: _c, ...light } = lead;
  const { terms: _o, timeline: _p, callbacks: _h, idempotency: _i, fallbacks, ...core } = light;
  if (!fallbacks) return core;
  return { ...core, fallbacks: fallbacks.map(({ lead_id, offer_id }) => ({ lead_id, offer_id })) };
}

/** How often the write of a late answer starts again because the intent of the lead moved. */
const MAX_MOVES = 3;

/**
 * Writes the outcome of a request by one conditional update. This may happen minutes later. If the lead is undecided
 * and still at the same attempt, the outcome decides it. If the lead was decided otherwise meanwhile, the outcome is
 * only noted in its timeline.
 */
export async function endAttempt(
  ports: WorkPorts,
  { lead, offer, attempt }: UnstoredEnd,
  answer: AttemptAnswer,
): Promise<RunEnd> {
  const random = ports.random();
  let known = lead;
  for (let tries = 0; ; tries += 1) {
    const { when, change, answered } = endOfAttempt(known, { offer, attempt }, answer, random);
    if (await transitionLead(ports, known, change, when)) {
      if (change.decision?.code === 'ACCEPTED') return { accepted: acceptedNote(known, change.decision) };
      return runEndOf(change);
    }
    const moved = change.effect && tries < MAX_MOVES ? await movedSince(ports, known, attempt) : undefined;
    if (!moved) {
      await noteLate(ports, attempt, lead.id, answered, answer.delivered);
      return DONE;
    }
    known = moved;
  }
}

/** What the waiting call answers, without anything of the person. */
const acceptedNote = ({ submission }: LeadCore, { at, payout_cents, source }: Decision): AcceptedNote => ({
  ...{ submission, at, source },
  ...compact({ payout_cents }),
});

/** The stored lead, if it is still at the same attempt and its intent has moved. Undefined otherwise. */
async function movedSince(
  { leads }: WorkPorts,
  { id, submission, intent }: LeadCore,
  { number }: Attempt,
): Promise<LeadCore | undefined> {
  const lead = await leads.read(id);
  const isMoved = lead?.intent?.at.getTime() !== intent?.at.getTime();
  return lead?.submission === submission && lead.attempts.length === number && isMoved ? lead : undefined;
}

/**
 * Notes an answer that came after a callback, another worker or an operator had decided the lead. A sold lead without a
 * reference gets the buyer's; it changes nothing else.
 */
async function noteLate(
  { leads }: WorkPorts,
  { number, submission }: Attempt,
  id: string,
  answered: AnsweredEntry,
  delivered: DeliveryResult,
): Promise<void> {
  const lead = await leads.read(id);
  const answer = delivered.kind === 'answered' ? delivered.answer : undefined;
  // An earlier try may have stored this outcome although its reply was lost. Then there is nothing to note. A callback that
  // stored the same outcome ended the attempt at another time.
  const isStored = ({ outcome, ended_at }: Attempt): boolean =>
    outcome === answered.outcome &&
    (!answer || (ended_at ?? answered.at).getTime() === answered.at.getTime());
  if (!lead || lead.attempts.some((attempt) => attempt.number === number && isStored(attempt))) return;
  const said = answer ? saidBeside(answer) : {};
  const entry = {
    ...answered,
    reason: { ...answered.reason, ...said, why: 'too late', was: lead.state },
  } as const;
  const mark = `late:${submission}:${number}`;
  const late = answer && lateReference(lead, { number, submission }, answer);
  const change = late && { ...late.change, callback: mark, entries: [entry] };
  if (late && change && (await leads.transition(late.when, change))) return;
  await leads.note(id, mark, entry);
}

const UNCONFIRMED = 'the database did not confirm that the attempt was stored, so nothing was sent';

/**
 * Called when an outage broke the write that stores an attempt. The write may have taken effect, or may still do so.
 * A process that finds the attempt open must assume that the request left. This worker knows that nothing was sent,
 * so it ends the attempt. If the worker dies first, the attempt stays open and its outcome becomes unknown.
 *
 * The attempt's run distinguishes it from an attempt of another worker. Once the lead is back in the queue, the late
 * write can no longer take effect, because its condition names that run, too. It may still take effect between the
 * two steps, so this function looks for the attempt again afterwards.
 */
async function withdrawAttempt(ports: WorkPorts, end: UnstoredEnd): Promise<RunEnd> {
  const ended = await endUnsent(ports, end);
  if (ended) return ended;
  const { lead } = end;
  const change = evaluatedAgain(lead, ports.clock(), 'an attempt could not be stored');
  const back = await endRun(ports, { lead, change });
  if (back.again_at) return back;
  return (await endUnsent(ports, end)) ?? DONE;
}

/** Ends an attempt of which this worker knows that nothing was sent. Undefined: it is not stored. */
async function endUnsent(
  ports: WorkPorts,
  { lead, offer, attempt }: UnstoredEnd,
): Promise<RunEnd | undefined> {
  const at = ports.clock();
  const opened = { ...lead, attempts: [...lead.attempts, attempt] };
  const delivered = { kind: 'never_sent', detail: UNCONFIRMED, internal_fault: 'withdrawn' } as const;
  const answer = { delivered, at, duration_ms: at.getTime() - attempt.at.getTime() };
  const { when, change } = endOfAttempt(opened, { offer, attempt }, answer, ports.random(), attempt);
  if (!(await ports.leads.transition(when, change))) return undefined;
  return runEndOf(change);
}
