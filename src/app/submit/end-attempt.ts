import { compact } from '../../core/catalogue/compact.js';
import { applyDeliveryResult, decidedEntries } from '../../core/delivery/apply-delivery-result.js';
import { seenOf } from '../../core/destination-gate/call-result.js';
import type { AnsweredEntry } from '../../core/lead/lead-entry.js';
import type { Attempt, Decision, LeadCore } from '../../core/lead/lead-record.js';
import type { AcceptedNote } from '../ports/queues.js';
import type { UnstoredEnd } from '../ports/unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import type { DeliveryResult } from '../../core/delivery/delivery-result.js';
import { lateReference, saidBeside } from '../../core/delivery/late-reference.js';
import { transitionLead } from './transition-lead.js';

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
  { delivered, at, duration_ms }: NonNullable<UnstoredEnd['answer']>,
): Promise<RunEnd> {
  const about = { offer, attempt, now: at, random: ports.random() };
  const { change, from, attempt: outcome } = applyDeliveryResult(delivered, { ...about, lead });
  const seen = seenOf(delivered);
  const reason = { attempt: attempt.number, duration_ms, ...seen };
  const answered: AnsweredEntry = { at, what: 'answered', offer_id: offer.id, outcome, reason };
  const writeAs = (of: LeadCore): Promise<boolean> => {
    const concluded = applyDeliveryResult(delivered, { ...about, lead: of }).change;
    // The pending effect covers the cap buckets of the intent that is known here. So the update requires that intent.
    const counted = concluded.effect && of.intent ? { intent_at: of.intent.at } : {};
    return transitionLead(
      ports,
      of,
      {
        ...{ id: of.id, submission: of.submission, received_at: of.received_at },
        ...{ states: from, attempts: attempt.number, ...counted },
      },
      {
        ...concluded,
        attempt_end: { number: attempt.number, outcome, ended_at: at, duration_ms, ...seen },
        entries: [answered, ...decidedEntries(offer.id, concluded.decision)],
      },
    );
  };
  let known = lead;
  let won = await writeAs(known);
  for (let tries = 1; !won && change.effect && tries <= MAX_MOVES; tries += 1) {
    const moved = await movedSince(ports, known, attempt);
    if (!moved) break;
    known = moved;
    won = await writeAs(known);
  }
  if (!won) await noteLate(ports, attempt, lead.id, answered, delivered);
  if (won && change.decision?.code === 'ACCEPTED') return { accepted: acceptedNote(known, change.decision) };
  return won && change.due_at ? { again_at: change.due_at } : DONE;
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
