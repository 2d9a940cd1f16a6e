import { decidedEntries } from '../../core/delivery/buyers-decision.js';
import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import { seenOf } from '../../core/destination-gate/call-result.js';
import type { AnsweredEntry } from '../../core/lead/lead-entry.js';
import type { Attempt, LeadCore } from '../../core/lead/lead-record.js';
import type { UnstoredEnd } from './unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { transitionLead } from './end-lead.js';

/** Times that a lead's intent may move while a late answer is written. */
const MAX_MOVES = 3;

/**
 * Writes what became of a request by one conditional update, minutes later as well: it decides a lead that is undecided
 * at the same attempt, and is only told of one that was decided otherwise meanwhile.
 */
export async function endAttempt(
  ports: WorkPorts,
  { lead, offer, attempt }: UnstoredEnd,
  { delivered, at, duration_ms, payout_cents }: NonNullable<UnstoredEnd['answer']>,
): Promise<RunEnd> {
  const about = { offer, payout_cents, now: at, random: ports.random() };
  const { change, from, attempt: outcome } = applyDeliveryResult(delivered, { ...about, lead });
  const seen = seenOf(delivered);
  const reason = { attempt: attempt.n, duration_ms, ...seen };
  const answered: AnsweredEntry = { at, what: 'answered', offer_id: offer.id, outcome, reason };
  const write = (of: LeadCore): Promise<boolean> => {
    const concluded = applyDeliveryResult(delivered, { ...about, lead: of }).change;
    // What an ending owes are the places of the moment that it knows of.
    const counted = concluded.effect && of.intent ? { intent_at: of.intent.at } : {};
    return transitionLead(
      ports,
      of,
      { id: of.id, round: of.round, states: from, attempts: attempt.n, ...counted },
      {
        ...concluded,
        attempt_end: { n: attempt.n, outcome, ended_at: at, duration_ms, ...seen },
        entries: [answered, ...decidedEntries(offer.id, concluded.decision)],
      },
    );
  };
  let known = lead;
  let won = await write(known);
  for (let tries = 1; !won && change.effect && tries <= MAX_MOVES; tries += 1) {
    const moved = await movedSince(ports, known, attempt);
    if (!moved) break;
    known = moved;
    won = await write(known);
  }
  if (!won) await noteLate(ports, lead, attempt, answered);
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

/** The lead as it stands when it is at the same attempt and waits to be sent at another time. */
async function movedSince(
  { leads }: WorkPorts,
  { id, round, intent }: LeadCore,
  { n }: Attempt,
): Promise<LeadCore | undefined> {
  const lead = await leads.read(id);
  const isMoved = lead?.intent?.at.getTime() !== intent?.at.getTime();
  return lead?.round === round && lead.attempts.length === n && isMoved ? lead : undefined;
}

/** An answer that came after a callback, another worker or an operator had decided: it is told, and changes nothing. */
async function noteLate(
  { leads }: WorkPorts,
  { id, round }: LeadCore,
  { n }: Attempt,
  answered: AnsweredEntry,
): Promise<void> {
  const lead = await leads.read(id);
  // It may have landed by a write whose own answer was lost.
  if (!lead || lead.attempts.some((attempt) => attempt.n === n && attempt.outcome === answered.outcome))
    return;
  const reason = { ...answered.reason, why: 'too late', was: lead.state } as const;
  await leads.note(id, `late:${round}:${n}`, { ...answered, reason });
}
