import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import type { UnstoredEnd } from './unfinished-runs.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { evaluateAgain } from './evaluate-again.js';

const DETAIL = 'the database did not say that the attempt was stored, so nothing was sent';

/**
 * After the write that stores an attempt failed by an outage: it may have landed, it may yet land, and whoever finds it
 * open must think that the request left. The worker that would have sent it knows better, and ends it. A worker that
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
