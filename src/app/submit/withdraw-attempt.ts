import { compact } from '../../core/catalogue/compact.js';
import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import type { UnstoredEnd } from '../ports/unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { evaluateAgain } from './outcomes.js';

const DETAIL = 'the database did not confirm that the attempt was stored, so nothing was sent';

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

/** Ends an attempt of which this worker knows that nothing was sent. Undefined: it is not stored. */
async function endUnsent(
  ports: WorkPorts,
  { lead, offer, attempt }: UnstoredEnd,
): Promise<RunEnd | undefined> {
  const { number, run, by } = attempt;
  const now = ports.clock();
  const opened = { ...lead, attempts: [...lead.attempts, attempt] };
  const about = { lead: opened, offer, now, random: ports.random() };
  const delivered = { kind: 'never_sent', detail: DETAIL, internal_fault: 'withdrawn' } as const;
  const { change, from, attempt: outcome } = applyDeliveryResult(delivered, about);
  const duration_ms = now.getTime() - attempt.at.getTime();
  const reason = { attempt: number, duration_ms, detail: DETAIL };
  const won = await ports.leads.transition(
    { id: lead.id, submission: lead.submission, states: from, attempts: number },
    {
      ...change,
      attempt_end: {
        ...{ number, run, outcome, ended_at: now, duration_ms, detail: DETAIL },
        ...compact({ by }),
      },
      entries: [{ at: now, what: 'answered', offer_id: offer.id, outcome, reason }],
    },
  );
  if (!won) return undefined;
  return change.due_at ? { again_at: change.due_at } : DONE;
}
