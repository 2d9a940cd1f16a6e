import { passageOf, seenOf } from '../../src/core/gate/passage.js';
import { decidedEntries } from '../../src/core/lead-work/buyers-decision.js';
import { conclude } from '../../src/core/lead-work/conclude.js';
import { ATTEMPT_GRACE_MS } from '../../src/core/lead-work/next-step.js';
import { outboundLead } from '../../src/core/lead-work/outbound-lead.js';
import { payoutOf } from '../../src/core/lead-work/subject.js';
import type { Delivered } from '../../src/core/ports/destinations.js';
import type { Attempt, LeadRecord } from '../../src/core/records/lead-record.js';
import type { TimelineEntry } from '../../src/core/records/timeline.js';
import { DONE, type RunEnd, type WorkPorts } from '../work-ports.js';
import { deliveryPermit, enter, leave } from './at-the-gate.js';
import { move } from './end-lead.js';
import { insist } from './insist.js';
import { asLeased, isLapsed, judgeAnew } from './judge-anew.js';
import type { Taking } from './take-shared.js';
import { waitForDestination } from './wait-for-destination.js';

interface Opened {
  readonly lead: LeadRecord;
  readonly attempt: Attempt;
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
  const opened = await openAttempt(ports, taking);
  if (!opened) {
    await leave(ports, destination, permit, 'unused');
    return isLapsed(lead, ports.clock()) ? judgeAnew(ports, lead) : DONE;
  }
  const affiliate = taking.campaign.affiliate.handle;
  const outbound = outboundLead(opened.lead, line.offer, {
    subject: taking.subject,
    affiliate,
    callback_url: ports.callbacks.urlOf(lead),
  });
  const delivered = await ports.destinations.deliver(line.offer, outbound, lead.id);
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
  const about = { lead, offer, payout_cents: payoutOf(subject, line), now, random: ports.random() };
  const { change, from, attempt: outcome } = conclude(delivered, about);
  const seen = seenOf(delivered);
  const reason = { attempt: attempt.n, duration_ms, ...seen };
  const answered = { at: now, what: 'answered', offer_id: offer.id, outcome, reason };
  const won = await insist(() =>
    move(
      ports,
      lead,
      { id: lead.id, round: lead.round, states: from, attempts: attempt.n },
      {
        ...change,
        attempt_end: { n: attempt.n, outcome, ended_at: now, duration_ms, ...seen },
        entries: [answered, ...decidedEntries(offer.id, change.decision)],
      },
    ),
  );
  if (!won) await insist(() => noteLate(ports, lead, attempt, answered));
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

/** An answer that came after a callback, another worker or an operator had decided: it is told, and changes nothing. */
async function noteLate(
  { leads }: WorkPorts,
  { id, round }: LeadRecord,
  { n }: Attempt,
  answered: TimelineEntry & { readonly outcome: string },
): Promise<void> {
  const lead = await leads.read(id);
  // It may have landed by a write whose own answer was lost.
  if (!lead || lead.attempts.some((attempt) => attempt.n === n && attempt.outcome === answered.outcome))
    return;
  const reason = { ...answered.reason, why: 'too late', was: lead.state };
  await leads.note(id, `late:${round}:${n}`, { ...answered, reason });
}

async function openAttempt(ports: WorkPorts, { lead, line }: Taking): Promise<Opened | undefined> {
  const { timeout_ms } = line.offer.delivery;
  const at = ports.clock();
  const n = lead.attempts.length + 1;
  const attempt: Attempt = { n, round: lead.round, at, timeout_ms, outcome: 'open' };
  const sent = await move(ports, lead, asLeased(lead, at), {
    state: 'sending',
    due_at: new Date(at.getTime() + timeout_ms + ATTEMPT_GRACE_MS),
    new_attempt: attempt,
    entries: [{ at, what: 'sent', offer_id: lead.offer_id, reason: { attempt: n } }],
  });
  return sent ? { lead: { ...lead, attempts: [...lead.attempts, attempt] }, attempt } : undefined;
}
