import { passageOf, seenOf } from '../../src/core/gate/passage.js';
import { answerableUntil } from '../../src/core/lead-work/attempt-times.js';
import { decidedEntries } from '../../src/core/lead-work/buyers-decision.js';
import { conclude } from '../../src/core/lead-work/conclude.js';
import { newAttempt, type NewAttempt } from '../../src/core/lead-work/new-attempt.js';
import { outboundLead } from '../../src/core/lead-work/outbound-lead.js';
import { payoutOf } from '../../src/core/lead-work/subject.js';
import type { Delivered } from '../../src/core/ports/destinations.js';
import type { Attempt, LeadRecord } from '../../src/core/records/lead-record.js';
import type { AnsweredEntry } from '../../src/core/records/lead-entry.js';
import { isOutage } from '../../src/platform/outage.js';
import { DONE, type RunEnd, type WorkPorts } from '../work-ports.js';
import { deliveryPermit, enter, leave } from './at-the-gate.js';
import { move } from './end-lead.js';
import { insist } from './insist.js';
import { asLeased, isLapsed, judgeAnew } from './judge-anew.js';
import type { Taking } from './take-shared.js';
import { waitForDestination } from './wait-for-destination.js';
import { withdrawAttempt } from './withdraw-attempt.js';

/** Times that a lead's intent may move while a late answer is written. */
const MOST_MOVES = 3;

interface Opened {
  readonly lead: LeadRecord;
  readonly attempt: NewAttempt;
}

/**
 * Sends a lead that passed every check, when its destination takes one more: the attempt is stored before the request
 * leaves, its outcome after it.
 */
export async function deliverLead(ports: WorkPorts, taking: Taking): Promise<RunEnd> {
  const { lead, line } = taking;
  const { destination, permit } = deliveryPermit(lead, line.offer);
  const entry = await enter(ports, destination, permit);
  if (entry.outcome === 'wait') return waitForDestination(ports, lead, line.offer, entry);
  const leaveUnused = (): Promise<void> => leave(ports, destination, permit, 'unused');
  const opened = await openAttempt(ports, taking).catch(async (error: unknown) => {
    await leaveUnused();
    throw error;
  });
  if ('end' in opened) {
    await leaveUnused();
    return opened.end;
  }
  const affiliate = taking.campaign.affiliate.handle;
  const outbound = outboundLead(opened.lead, line.offer, {
    subject: taking.subject,
    affiliate,
    callback_url: ports.callbacks.urlOf(lead),
  });
  const { send_by } = opened.attempt;
  const delivered = await ports.destinations.deliver(line.offer, outbound, lead.id, send_by);
  const now = ports.clock();
  const duration_ms = now.getTime() - opened.attempt.at.getTime();
  const passage = passageOf(delivered, duration_ms);
  const [end] = await Promise.all([
    endAttempt(ports, taking, opened, { delivered, now, duration_ms }),
    leave(ports, destination, permit, passage),
  ]);
  if (delivered.kind !== 'answered') {
    const about = { lead_id: lead.id, offer_id: line.offer.id, attempt: opened.attempt.n };
    ports.log.warn(
      { ...about, outcome: passage.outcome, ...seenOf(delivered) },
      'a delivery was not answered',
    );
  }
  return end;
}

interface Ended {
  readonly delivered: Delivered;
  readonly now: Date;
  readonly duration_ms: number;
}

async function endAttempt(
  ports: WorkPorts,
  { line, subject }: Taking,
  { lead, attempt }: Opened,
  { delivered, now, duration_ms }: Ended,
): Promise<RunEnd> {
  const { offer } = line;
  const about = { offer, payout_cents: payoutOf(subject, line), now, random: ports.random() };
  const { change, from, attempt: outcome } = conclude(delivered, { ...about, lead });
  const seen = seenOf(delivered);
  const reason = { attempt: attempt.n, duration_ms, ...seen };
  const answered: AnsweredEntry = { at: now, what: 'answered', offer_id: offer.id, outcome, reason };
  const write = (of: LeadRecord): Promise<boolean> => {
    const concluded = conclude(delivered, { ...about, lead: of }).change;
    // What an ending owes are the places of the moment that it knows of.
    const counted = concluded.debt && of.intent ? { intent_at: of.intent.at } : {};
    return move(
      ports,
      of,
      { id: of.id, round: of.round, states: from, attempts: attempt.n, ...counted },
      {
        ...concluded,
        attempt_end: { n: attempt.n, outcome, ended_at: now, duration_ms, ...seen },
        entries: [answered, ...decidedEntries(offer.id, concluded.decision)],
      },
    );
  };
  let known = lead;
  let won = await insist(() => write(known));
  for (let tries = 1; !won && change.debt && tries <= MOST_MOVES; tries += 1) {
    const moved = await insist(() => movedSince(ports, known, attempt));
    if (!moved) break;
    known = moved;
    won = await insist(() => write(known));
  }
  if (!won) await insist(() => noteLate(ports, lead, attempt, answered));
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

/** The lead as it stands when it is at the same attempt and waits to be sent at another time. */
async function movedSince(
  { leads }: WorkPorts,
  { id, round, intent }: LeadRecord,
  { n }: Attempt,
): Promise<LeadRecord | undefined> {
  const lead = await leads.read(id);
  const isMoved = lead?.intent?.at.getTime() !== intent?.at.getTime();
  return lead?.round === round && lead.attempts.length === n && isMoved ? lead : undefined;
}

/** An answer that came after a callback, another worker or an operator had decided: it is told, and changes nothing. */
async function noteLate(
  { leads }: WorkPorts,
  { id, round }: LeadRecord,
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

/** Stores the attempt; how the run ends where it could not be, or nobody said that it was. */
async function openAttempt(ports: WorkPorts, { lead, line }: Taking): Promise<Opened | { end: RunEnd }> {
  const at = ports.clock();
  const attempt = newAttempt(lead, line.offer, at);
  let sent: boolean;
  try {
    sent = await move(ports, lead, asLeased(lead, at), {
      state: 'sending',
      due_at: answerableUntil(attempt),
      new_attempt: attempt,
      entries: [{ at, what: 'sent', offer_id: lead.offer_id, reason: { attempt: attempt.n } }],
    });
  } catch (error) {
    if (!isOutage(error)) throw error;
    ports.log.warn({ err: error, lead_id: lead.id }, 'an attempt could not be stored, and nothing was sent');
    return { end: await withdrawAttempt(ports, lead, line.offer, attempt) };
  }
  if (sent) return { lead: { ...lead, attempts: [...lead.attempts, attempt] }, attempt };
  return { end: isLapsed(lead, ports.clock()) ? await judgeAnew(ports, lead) : DONE };
}
