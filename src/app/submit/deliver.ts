import { isOutage } from '../outage.js';
import { callResultOf, seenOf } from '../../core/destination-gate/call-result.js';
import { answerableUntil, deliveryKey, newAttempt } from '../../core/delivery/attempt.js';
import { aboutLead } from '../../core/exchanges/about.js';
import { outboundLead } from '../../core/delivery/outbound-lead.js';
import { attemptMoney } from '../../core/money/price.js';
import type { Refusal } from '../../core/refusal.js';
import { firstRunWrite } from '../../core/lead/first-run.js';
import type { Attempt, LeadRecord } from '../../core/lead/lead-record.js';
import { IN_PROGRESS_STATES } from '../../core/lead/lead-states.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { deliveryPermit, enter, release } from '../destination-gate/ask-gate.js';
import { isLapsed, unexpiredLeaseCondition } from './lease-conditions.js';
import { evaluateAgain } from './outcomes.js';
import { transitionLead } from './transition-lead.js';
import { storeEnd } from './store-end.js';
import type { Candidate } from './candidate.js';
import { stillReserved } from './reserve-caps.js';
import { suppressionRefusal } from './suppression-refusal.js';
import { waitForDestination } from './wait.js';
import { resultWithoutPerson } from '../../core/delivery/without-person.js';

interface Opened {
  readonly lead: LeadRecord;
  readonly attempt: Attempt;
}

/**
 * Sends a lead that passed every check, if its destination admits one more request. Stores the attempt before the
 * request leaves, and the outcome after it. A person who was suppressed meanwhile is not sent: this returns the
 * refusal, and has stored nothing.
 */
export async function deliverLead(
  ports: WorkPorts,
  candidate: Candidate,
): Promise<RunEnd | { readonly refusal: Refusal }> {
  const { lead, campaign_offer: campaignOffer } = candidate;
  const { destination, permit } = deliveryPermit(lead, campaignOffer.offer);
  const admission = await enter(ports, destination, permit);
  if (admission.outcome === 'wait') return waitForDestination(ports, lead, campaignOffer.offer, admission);
  const leaveUnused = (): Promise<void> => release(ports, destination, permit, 'unused');
  const opened = await openUnlessSuppressed(ports, candidate).catch(async (error: unknown) => {
    await leaveUnused();
    throw error;
  });
  if (opened === 'lost') {
    if (!(await isWithAnother(ports, lead))) await leaveUnused();
    return DONE;
  }
  if (!('attempt' in opened)) {
    await leaveUnused();
    return 'refusal' in opened ? opened : opened.end;
  }
  const affiliate = candidate.campaign.affiliate.handle;
  const outbound = outboundLead(opened.lead, campaignOffer.offer, {
    subject: candidate.subject,
    affiliate,
    callback_url: ports.callbacks.urlOf(lead),
  });
  const { send_by } = opened.attempt;
  const key = deliveryKey(lead.id, opened.attempt);
  const { offer } = campaignOffer;
  const about = aboutLead('delivery', lead, opened.attempt.number);
  const answered = await ports.destinations.deliver(offer, outbound, key, send_by, about);
  const delivered = resultWithoutPerson(answered, outbound);
  const now = ports.clock();
  const duration_ms = now.getTime() - opened.attempt.at.getTime();
  const result = callResultOf(delivered, duration_ms);
  const [end] = await Promise.all([
    storeEnd(ports, {
      ...{ lead: opened.lead, offer: campaignOffer.offer, attempt: opened.attempt },
      answer: { delivered, at: now, duration_ms },
    }),
    release(ports, destination, permit, result),
  ]);
  if (delivered.kind !== 'answered') {
    const where = { lead_id: lead.id, offer_id: campaignOffer.offer.id, attempt: opened.attempt.number };
    ports.log.warn(
      { ...where, outcome: result.outcome, ...seenOf(delivered) },
      'a delivery was not answered',
    );
  }
  return end;
}

/** Whether somebody else has the lead in hand, who enters with the same permit. */
async function isWithAnother({ leads }: WorkPorts, { id, submission, taken }: LeadRecord): Promise<boolean> {
  const now = await leads.read(id);
  if (!now || !IN_PROGRESS_STATES.includes(now.state)) return false;
  return now.submission === submission && now.taken?.by !== taken?.by;
}

async function openUnlessSuppressed(
  ports: WorkPorts,
  candidate: Candidate,
): Promise<Opened | 'lost' | { readonly end: RunEnd } | { readonly refusal: Refusal }> {
  const refusal = await suppressionRefusal(ports, candidate);
  return refusal ? { refusal } : openAttempt(ports, candidate);
}

/**
 * Stores the attempt. If that failed, or MongoDB did not confirm it, returns how the run ends. `lost`: another worker took
 * the lead.
 */
async function openAttempt(
  ports: WorkPorts,
  candidate: Candidate,
): Promise<Opened | 'lost' | { end: RunEnd }> {
  const { lead, campaign_offer: campaignOffer, subject, catalogue } = candidate;
  const at = ports.clock();
  const money = attemptMoney(subject, campaignOffer, catalogue);
  const attempt = newAttempt(lead, campaignOffer.offer, at, money);
  const withdraw = async () => ({
    end: await storeEnd(ports, { lead, offer: campaignOffer.offer, attempt }),
  });
  const lapsed = async () => {
    const end = await evaluateAgain(ports, lead);
    return end === DONE ? 'lost' : { end };
  };
  if (isLapsed(lead, at)) return lapsed();
  let sent: boolean;
  try {
    sent = await transitionLead(ports, lead, unexpiredLeaseCondition(lead, at), {
      state: 'sending',
      due_at: answerableUntil(attempt),
      new_attempt: attempt,
      entries: [{ at, what: 'sent', offer_id: lead.offer_id, reason: { attempt: attempt.number } }],
    });
  } catch (error) {
    if (!isOutage(error)) throw error;
    ports.log.warn({ err: error, lead_id: lead.id }, 'an attempt could not be stored; nothing was sent');
    return withdraw();
  }
  if (!sent) return isLapsed(lead, ports.clock()) ? lapsed() : 'lost';
  const opened: Opened = {
    lead: { ...lead, state: 'sending', attempts: [...lead.attempts, attempt] },
    attempt,
  };
  const why = await barredMeanwhile(ports, candidate);
  return why === undefined ? opened : { end: await endNeverSent(ports, candidate, opened, why) };
}

/**
 * Why a lead must not be sent although its attempt is stored. Storing it may have taken seconds, so the person is checked
 * against the suppression list again (14 µs).
 */
async function barredMeanwhile(ports: WorkPorts, candidate: Candidate): Promise<string | undefined> {
  const { lead } = candidate;
  if (firstRunWrite(lead) && !(await stillReserved(ports, candidate))) return 'its cap reservation was gone';
  try {
    const refusal = await suppressionRefusal(ports, candidate);
    return refusal && 'its person was put on the suppression list';
  } catch (error) {
    ports.log[isOutage(error) ? 'warn' : 'error'](
      { err: error, lead_id: lead.id },
      'the suppression list could not be checked; nothing was sent',
    );
    return 'the suppression list could not be checked';
  }
}

/** Ends an attempt that is stored and was not sent. The lead waits, and its next run decides what becomes of it. */
function endNeverSent(
  ports: WorkPorts,
  { campaign_offer: { offer } }: Candidate,
  { lead, attempt }: Opened,
  detail: string,
): Promise<RunEnd> {
  const at = ports.clock();
  return storeEnd(ports, {
    ...{ lead, offer, attempt },
    answer: {
      delivered: { kind: 'never_sent', detail, internal_fault: 'withdrawn' },
      ...{ at, duration_ms: at.getTime() - attempt.at.getTime() },
    },
  });
}
