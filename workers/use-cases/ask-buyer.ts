import { conclude } from '../../src/core/lead-work/conclude.js';
import { payoutOf, subjectOf } from '../../src/core/lead-work/subject.js';
import type { Delivered } from '../../src/core/ports/destinations.js';
import type { LeadRecord } from '../../src/core/records/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../work-ports.js';
import { asTaken, move } from './end-lead.js';

/** Asks a buyer that said "later" what became of the lead. Giving up makes it unknown: an operator settles it. */
export async function askBuyer(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const subject = subjectOf(lead, ports.catalogue.current(), ports.geo, ports.clock());
  const { offer, line } = subject;
  const follow = offer?.delivery.follow_up;
  if (!offer || !follow || lead.reference === undefined) return giveUp(ports, lead, 'no way to ask');
  const asked_at = ports.clock();
  const delivered = await ports.destinations.followUp(offer, lead.reference);
  const now = ports.clock();
  const detail = delivered.detail === undefined ? {} : { detail: delivered.detail };
  if (isDecision(delivered)) {
    const payout_cents = payoutOf(subject, line);
    const { change, attempt } = conclude(delivered, {
      lead,
      offer,
      payout_cents,
      now,
      random: ports.random(),
    });
    const duration_ms = now.getTime() - asked_at.getTime();
    const entries = [
      { at: now, what: 'asked', offer_id: offer.id, outcome: attempt, reason: { duration_ms, ...detail } },
      ...(change.decision
        ? [{ at: now, what: 'decided', offer_id: offer.id, outcome: change.decision.code }]
        : []),
    ];
    await move(ports, lead, asTaken(lead), { ...change, entries });
    return DONE;
  }
  const due_at = new Date(now.getTime() + follow.every_ms);
  const since = lead.pending_since ?? now;
  if (due_at.getTime() > since.getTime() + follow.for_ms) return giveUp(ports, lead, 'asked long enough');
  const outcome = delivered.kind === 'answered' ? delivered.answer.outcome : delivered.kind;
  const entries = [{ at: now, what: 'asked', offer_id: offer.id, outcome, reason: detail }];
  const won = await move(ports, lead, asTaken(lead), { state: 'pending', due_at, entries });
  return won ? { again_at: due_at } : DONE;
}

const isDecision = (delivered: Delivered): boolean =>
  delivered.kind === 'answered' &&
  delivered.answer.outcome !== 'pending' &&
  delivered.answer.outcome !== 'retry';

async function giveUp(ports: WorkPorts, lead: LeadRecord, why: string): Promise<RunEnd> {
  const at = ports.clock();
  const entries = [{ at, what: 'unknown', offer_id: lead.offer_id, reason: { why } }];
  await move(ports, lead, asTaken(lead), { state: 'unknown', due_at: null, entries });
  return DONE;
}
