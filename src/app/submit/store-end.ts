import { READ_AT_MOST } from '../../core/clean-words.js';
import type { DeliveryResult } from '../../core/delivery/delivery-result.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { isOutage } from '../outage.js';
import type { UnstoredEnd } from '../ports/unfinished-runs.js';
import type { RunEnd, WorkPorts } from '../ports/work-ports.js';
import { retryOnOutage } from '../retry-on-outage.js';
import { endAttempt } from './end-attempt.js';
import { withdrawAttempt } from './withdraw-attempt.js';

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
