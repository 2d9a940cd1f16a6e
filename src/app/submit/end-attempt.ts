import { decidedEntries } from '../../core/delivery/apply-delivery-result.js';
import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import { seenOf } from '../../core/destination-gate/call-result.js';
import type { AnsweredEntry } from '../../core/lead/lead-entry.js';
import type { Attempt, LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import type { UnstoredEnd } from '../ports/unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { evaluateAgain, transitionLead } from './end.js';
import pRetry from 'p-retry';
import { isOutage } from '../outage.js';
import type { Delivered } from '../../core/delivery/delivered.js';
import { READ_AT_MOST } from '../../core/messages.js';
import { RETRY_ON_OUTAGE_MS } from '../../core/delivery/lease-times.js';

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

/**
 * Repeats a write through a short outage: an answer that a buyer gave exists nowhere else. The write is conditional, so
 * one that had landed is not done twice.
 */
export const retryOnOutage = <T>(write: () => Promise<T>, forMs = RETRY_ON_OUTAGE_MS): Promise<T> =>
  pRetry(write, {
    retries: 12,
    minTimeout: 100,
    maxTimeout: 3_000,
    maxRetryTime: forMs,
    shouldRetry: ({ error }) => isOutage(error),
  });
const DETAIL = 'the database did not say that the attempt was stored, so nothing was sent';

/**
 * After the write that stores an attempt failed by an outage: it may have landed, or may yet land, and a process that
 * finds it open must assume that the request left. The worker that would have sent it knows better, and ends it. A worker that
 * dies before leaves it open, which is unknown.
 *
 * The attempt is told from another worker's by its run. One that has not landed never will once the lead has gone
 * back: its condition names that run, too. It may land between the two, so it is looked for again.
 */
export async function withdrawAttempt(ports: WorkPorts, end: UnstoredEnd): Promise<RunEnd> {
  const ended = await endUnsent(ports, end);
  if (ended) return ended;
  const back = await evaluateAgain(ports, end.lead, 'an attempt could not be stored');
  if (back.again_at) return back;
  return (await endUnsent(ports, end)) ?? DONE;
}

async function endUnsent(
  ports: WorkPorts,
  { lead, offer, attempt }: UnstoredEnd,
): Promise<RunEnd | undefined> {
  const { n, run } = attempt;
  const now = ports.clock();
  const opened = { ...lead, attempts: [...lead.attempts, attempt] };
  const about = { lead: opened, offer, payout_cents: undefined, now, random: ports.random() };
  const delivered = { kind: 'never_sent', detail: DETAIL, ours: 'late' } as const;
  const { change, from, attempt: outcome } = applyDeliveryResult(delivered, about);
  const duration_ms = now.getTime() - attempt.at.getTime();
  const reason = { attempt: n, duration_ms, detail: DETAIL };
  const won = await ports.leads.transition(
    { id: lead.id, round: lead.round, states: from, attempts: n },
    {
      ...change,
      attempt_end: { n, run, outcome, ended_at: now, duration_ms, detail: DETAIL },
      entries: [{ at: now, what: 'answered', offer_id: offer.id, outcome, reason }],
    },
  );
  if (!won) return undefined;
  return change.due_at ? { again_at: change.due_at } : DONE;
}

/**
 * Stores how an attempt ended. Where an outage is longer than the run may last, its process keeps that and stores it when
 * the database answers (`storeKeptEnds`); the OutageError is thrown all the same, since this run can say nothing.
 */
export async function storeEnd(ports: WorkPorts, end: UnstoredEnd): Promise<RunEnd> {
  try {
    return await retryOnOutage(() => write(ports, end), ports.retryOnOutageMs);
  } catch (error) {
    if (isOutage(error)) {
      ports.unfinished.keepEnd(kept(end));
      const about = { err: error, lead_id: end.lead.id, attempt: end.attempt.n };
      ports.log.warn(about, 'how an attempt ended is stored when the database answers');
    }
    throw error;
  }
}

/** Stores what this process still knows of ended attempts, of one lead or of all. Throws on an outage, and goes on later. */
export async function storeKeptEnds(ports: WorkPorts, leadId?: string): Promise<void> {
  for (const end of ports.unfinished.ends()) {
    if (leadId !== undefined && end.lead.id !== leadId) continue;
    try {
      await write(ports, end);
    } catch (error) {
      if (isOutage(error)) throw error;
      const about = { err: error, lead_id: end.lead.id, attempt: end.attempt.n };
      ports.log.error(about, 'how an attempt ended can not be stored');
    }
    ports.unfinished.dropEnd(end);
  }
}
const write = (ports: WorkPorts, end: UnstoredEnd): Promise<RunEnd> =>
  end.answer ? endAttempt(ports, end, end.answer) : withdrawAttempt(ports, end);

/** What stays in memory, for hours if need be. */
const kept = ({ lead, answer, ...rest }: UnstoredEnd): UnstoredEnd => ({
  ...rest,
  lead: coreOf(lead),
  ...(answer ? { answer: { ...answer, delivered: shortened(answer.delivered) } } : {}),
});

/** Nobody reads more of a buyer's words. */
const shortened = (delivered: Delivered): Delivered =>
  delivered.kind !== 'answered' || delivered.answer.reason === undefined
    ? delivered
    : {
        ...delivered,
        answer: { ...delivered.answer, reason: delivered.answer.reason.slice(0, READ_AT_MOST) },
      };

/** Without what `LeadCore` leaves out: the type alone would keep it. */
function coreOf(lead: LeadCore & Partial<LeadRecord>): LeadCore {
  const { lead: _l, tracking: _t, extra: _e, answers: _a, consent: _c, ...light } = lead;
  const { terms: _o, timeline: _p, callbacks: _h, idempotency: _i, ...core } = light;
  return core;
}
