import { conclude } from '../../src/core/lead-work/conclude.js';
import { ATTEMPT_GRACE_MS } from '../../src/core/lead-work/next-step.js';
import { outboundLead } from '../../src/core/lead-work/outbound-lead.js';
import { payoutOf } from '../../src/core/lead-work/subject.js';
import type { Attempt, LeadRecord } from '../../src/core/records/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../work-ports.js';
import { asTaken, move } from './end-lead.js';
import { insist } from './insist.js';
import type { Taking } from './take-shared.js';

/** Sends a lead that passed every check: the attempt is stored before the request leaves, its outcome after it. */
export async function deliverLead(ports: WorkPorts, taking: Taking): Promise<RunEnd> {
  const { line } = taking;
  const { offer } = line;
  const opened = await openAttempt(ports, taking);
  if (!opened) return DONE;
  const { lead, attempt } = opened;
  const affiliate = taking.campaign.affiliate.handle;
  const delivered = await ports.destinations.deliver(
    offer,
    outboundLead(lead, offer, taking.subject, affiliate),
    lead.id,
  );
  const now = ports.clock();
  const payout_cents = payoutOf(taking.subject, line);
  const {
    change,
    from,
    attempt: outcome,
  } = conclude(delivered, {
    lead,
    offer,
    payout_cents,
    now,
    random: ports.random(),
  });
  const status =
    delivered.kind === 'never_sent' || delivered.status === undefined ? {} : { status: delivered.status };
  const detail = delivered.detail === undefined ? {} : { detail: delivered.detail };
  const duration_ms = now.getTime() - attempt.at.getTime();
  const won = await insist(() =>
    move(
      ports,
      lead,
      { id: lead.id, round: lead.round, states: from, attempts: attempt.n },
      {
        ...change,
        attempt_end: { n: attempt.n, outcome, ended_at: now, duration_ms, ...status, ...detail },
        entries: [
          {
            at: now,
            what: 'answered',
            offer_id: offer.id,
            outcome,
            reason: { attempt: attempt.n, duration_ms, ...status, ...detail },
          },
          ...(change.decision
            ? [{ at: now, what: 'decided', offer_id: offer.id, outcome: change.decision.code }]
            : []),
        ],
      },
    ),
  );
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

async function openAttempt(
  ports: WorkPorts,
  { lead, line }: Taking,
): Promise<{ lead: LeadRecord; attempt: Attempt } | undefined> {
  const { timeout_ms } = line.offer.delivery;
  const at = ports.clock();
  const n = lead.attempts.length + 1;
  const attempt: Attempt = { n, round: lead.round, at, timeout_ms, outcome: 'open' };
  const sent = await move(ports, lead, asTaken(lead), {
    state: 'sending',
    due_at: new Date(at.getTime() + timeout_ms + ATTEMPT_GRACE_MS),
    new_attempt: attempt,
    entries: [{ at, what: 'sent', offer_id: lead.offer_id, reason: { attempt: n } }],
  });
  return sent ? { lead: { ...lead, attempts: [...lead.attempts, attempt] }, attempt } : undefined;
}
