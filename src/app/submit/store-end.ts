import { isOutage } from '../outage.js';
import type { Delivered } from '../../core/delivery/delivered.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { READ_AT_MOST } from '../../core/messages.js';
import type { UnstoredEnd } from './unfinished-runs.js';
import type { RunEnd, WorkPorts } from '../ports/work-ports.js';
import { endAttempt } from './end-attempt.js';
import { retryOnOutage } from './retry-on-outage.js';
import { withdrawAttempt } from './withdraw-attempt.js';

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
