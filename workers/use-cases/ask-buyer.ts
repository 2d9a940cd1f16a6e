import { memberOf } from '../../src/core/caps/member.js';
import { followUpGate } from '../../src/core/gate/destination.js';
import { healthOf } from '../../src/core/gate/health.js';
import { conclude } from '../../src/core/lead-work/conclude.js';
import { payoutOf, subjectOf } from '../../src/core/lead-work/subject.js';
import type { Delivered } from '../../src/core/ports/destinations.js';
import type { LeadRecord } from '../../src/core/records/lead-record.js';
import type { TimelineEntry } from '../../src/core/records/timeline.js';
import { DONE, type RunEnd, type WorkPorts } from '../work-ports.js';
import { enter, leave } from './at-the-gate.js';
import { asTaken, move } from './end-lead.js';
import { seenOf } from './seen-of.js';
import { waitsBecause } from './wait-for-destination.js';

/**
 * Asks a buyer that said "later" what became of the lead, unless its address is left alone at the moment. Giving up
 * makes it unknown: an operator settles it.
 */
export async function askBuyer(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const asked_at = ports.clock();
  const subject = subjectOf(lead, ports.catalogue.current(), ports.geo, asked_at);
  const { offer, line } = subject;
  const follow = offer?.delivery.follow_up;
  if (!offer || !follow || lead.reference === undefined) return giveUp(ports, lead, 'no way to ask');
  const end = (lead.pending_since ?? asked_at).getTime() + follow.for_ms;
  const destination = followUpGate(offer);
  const permit = memberOf(lead.id, lead.round);
  const entry = await enter(ports, destination, permit);
  if (entry.outcome === 'wait') {
    const { why, for_ms } = entry;
    if (asked_at.getTime() >= end) return giveUp(ports, lead, 'asked long enough');
    const until = new Date(Math.min(asked_at.getTime() + for_ms, end));
    const told = { at: asked_at, what: 'waits', offer_id: offer.id, reason: { why, until } };
    return askAt(ports, lead, until, waitsBecause(lead) === why ? [] : [told]);
  }
  const delivered = await ports.destinations.followUp(offer, lead.reference);
  const now = ports.clock();
  const duration_ms = now.getTime() - asked_at.getTime();
  const outcome = delivered.kind === 'answered' ? delivered.answer.outcome : delivered.kind;
  const seen = seenOf(delivered);
  await leave(ports, destination, permit, { health: healthOf(delivered), outcome, duration_ms, ...seen });
  const asked = { at: now, what: 'asked', offer_id: offer.id, outcome, reason: { duration_ms, ...seen } };
  if (isDecision(delivered)) {
    const payout_cents = payoutOf(subject, line);
    const { change } = conclude(delivered, { lead, offer, payout_cents, now, random: ports.random() });
    const { decision } = change;
    const decided = decision
      ? [{ at: now, what: 'decided', offer_id: offer.id, outcome: decision.code }]
      : [];
    await move(ports, lead, asTaken(lead), { ...change, entries: [asked, ...decided] });
    return DONE;
  }
  const due_at = new Date(now.getTime() + follow.every_ms);
  if (due_at.getTime() > end) return giveUp(ports, lead, 'asked long enough');
  return askAt(ports, lead, due_at, [asked]);
}

async function askAt(
  ports: WorkPorts,
  lead: LeadRecord,
  due_at: Date,
  entries: readonly TimelineEntry[],
): Promise<RunEnd> {
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
