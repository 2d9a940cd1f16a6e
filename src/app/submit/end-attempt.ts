import { decidedEntries } from '../../core/delivery/apply-delivery-result.js';
import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import { seenOf } from '../../core/destination-gate/call-result.js';
import type { AnsweredEntry } from '../../core/lead/lead-entry.js';
import { compact } from '../../core/catalogue/compact.js';
import type { AcceptedNews } from '../ports/queues.js';
import type { Attempt, Decision, LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import type { UnstoredEnd } from '../ports/unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { evaluateAgain, transitionLead } from './end.js';
import pRetry from 'p-retry';
import { isOutage } from '../outage.js';
import type { Delivered } from '../../core/delivery/delivered.js';
import { READ_AT_MOST } from '../../core/clean-words.js';
import { RETRY_ON_OUTAGE_MS } from '../../core/delivery/lease-times.js';

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
  { delivered, at, duration_ms, payout_cents }: NonNullable<UnstoredEnd['answer']>,
): Promise<RunEnd> {
  const about = { offer, attempt, payout_cents, now: at, random: ports.random() };
  const { change, from, attempt: outcome } = applyDeliveryResult(delivered, { ...about, lead });
  const seen = seenOf(delivered);
  const reason = { attempt: attempt.n, duration_ms, ...seen };
  const answered: AnsweredEntry = { at, what: 'answered', offer_id: offer.id, outcome, reason };
  const write = (of: LeadCore): Promise<boolean> => {
    const concluded = applyDeliveryResult(delivered, { ...about, lead: of }).change;
    // The pending effect covers the cap buckets of the intent that is known here. So the update requires that intent.
    const counted = concluded.effect && of.intent ? { intent_at: of.intent.at } : {};
    return transitionLead(
      ports,
      of,
      {
        ...{ id: of.id, round: of.round, received_at: of.received_at },
        ...{ states: from, attempts: attempt.n, ...counted },
      },
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
  if (won && change.decision?.code === 'ACCEPTED') return { accepted: acceptedNews(known, change.decision) };
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

/** What the waiting call answers, without anything of the person. */
const acceptedNews = ({ round }: LeadCore, { at, payout_cents, source }: Decision): AcceptedNews =>
  compact({ round, at, payout_cents, source });

/** The stored lead, if it is still at the same attempt and its intent has moved. Undefined otherwise. */
async function movedSince(
  { leads }: WorkPorts,
  { id, round, intent }: LeadCore,
  { n }: Attempt,
): Promise<LeadCore | undefined> {
  const lead = await leads.read(id);
  const isMoved = lead?.intent?.at.getTime() !== intent?.at.getTime();
  return lead?.round === round && lead.attempts.length === n && isMoved ? lead : undefined;
}

/**
 * Notes an answer that came after a callback, another worker or an operator had decided the lead. It changes nothing
 * else.
 */
async function noteLate(
  { leads }: WorkPorts,
  { id, round }: LeadCore,
  { n }: Attempt,
  answered: AnsweredEntry,
): Promise<void> {
  const lead = await leads.read(id);
  // An earlier try may have stored this outcome although its reply was lost. Then there is nothing to note.
  if (!lead || lead.attempts.some((attempt) => attempt.n === n && attempt.outcome === answered.outcome))
    return;
  const reason = { ...answered.reason, why: 'too late', was: lead.state } as const;
  await leads.note(id, `late:${round}:${n}`, { ...answered, reason });
}

/**
 * Repeats a write during a short outage, because the buyer's answer is stored nowhere else. The write is conditional,
 * so a write that already took effect is not done twice.
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
 * Called when an outage broke the write that stores an attempt. The write may have taken effect, or may still do so.
 * A process that finds the attempt open must assume that the request left. This worker knows that nothing was sent,
 * so it ends the attempt. If the worker dies first, the attempt stays open and its outcome becomes unknown.
 *
 * The attempt's run distinguishes it from an attempt of another worker. Once the lead is back in the queue, the late
 * write can no longer take effect, because its condition names that run, too. It may still take effect between the
 * two steps, so this function looks for the attempt again afterwards.
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
  const { n, run, by } = attempt;
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
      attempt_end: compact({ n, run, by, outcome, ended_at: now, duration_ms, detail: DETAIL }),
      entries: [{ at: now, what: 'answered', offer_id: offer.id, outcome, reason }],
    },
  );
  if (!won) return undefined;
  return change.due_at ? { again_at: change.due_at } : DONE;
}

/**
 * Stores how an attempt ended. If an outage outlasts the run, the process keeps the end in memory and stores it when
 * the database answers (`storeKeptEnds`). The OutageError is thrown all the same, because this run can't know the
 * result.
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

/**
 * Stores the ends of attempts that this process keeps in memory, for one lead or for all. Throws on an outage; a
 * later call continues.
 */
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

/** The part of an end that stays in memory, possibly for hours. */
const kept = ({ lead, answer, ...rest }: UnstoredEnd): UnstoredEnd => ({
  ...rest,
  lead: coreOf(lead),
  ...(answer ? { answer: { ...answer, delivered: shortened(answer.delivered) } } : {}),
});

/** Cuts the buyer's reason to the length that is stored, to save memory. */
const shortened = (delivered: Delivered): Delivered =>
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
