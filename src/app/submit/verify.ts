import { cleanBuyerReason } from '../../core/clean-words.js';
import { mayHaveArrived } from '../../core/delivery/attempt.js';
import { evaluatedAgain } from '../../core/delivery/waits-and-endings.js';
import { MAX_SKEW_MS } from '../../core/delivery/lease-times.js';
import { outboundLead } from '../../core/delivery/outbound-lead.js';
import { withoutPerson } from '../../core/delivery/without-person.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';
import { aboutLead } from '../../core/exchanges/about.js';
import type { VerifiedEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isLapsed } from '../../core/lead/lease.js';
import { evaluateStep, type StepAnswer } from '../../core/verification/evaluate-step.js';
import { notVerified, refusedBy } from '../../core/verification/refusals.js';
import { stepPassed, waitsForStep, type StepWait } from '../../core/verification/step-changes.js';
import {
  countsUntil,
  isUnclear,
  nextStepOf,
  questionOf,
  stepDestination,
  stepKey,
  stepsOf,
  type OwnedStep,
} from '../../core/verification/steps.js';
import { enter, release } from '../destination-gate/ask-gate.js';
import type { PreparedRequest } from '../ports/prepared-request.js';
import type { StepExchange } from '../ports/verifier.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';
import { suppressedSince } from './check-suppression.js';
import { mayFallBackNow } from './create-fallback.js';
import { checkReservable } from './reserve.js';
import { moment, refuse, transitionLead, type Ending } from './transition-lead.js';

/**
 * Asks the verification services of a lead, one after the other, before the lead reserves anything. Each answer is
 * stored with the lead before the next service is asked, so that a later run asks none twice. A lead that its buyer may
 * have is not asked about: only the buyer can refuse it. Returns the lead that is through with all steps, or how the run
 * ends. Undefined: there was nothing to verify.
 */
export async function verifyLead(
  ports: WorkPorts,
  candidate: Candidate,
): Promise<LeadRecord | Ending | RunEnd | undefined> {
  const { campaign, campaign_offer, lead } = candidate;
  const steps = stepsOf(campaign, campaign_offer.offer);
  if (mayHaveArrived(lead)) return undefined;
  let passed = lead;
  for (;;) {
    const next = nextStepOf(passed, steps, ports.clock());
    if (!next) return passed === lead ? undefined : passed;
    const inTheWay = passed === lead && !lead.is_test && (await checkReservable(ports, candidate));
    if (inTheWay) return inTheWay;
    const refusal = await suppressedSince(ports, candidate);
    if (refusal) return refuse(ports, passed, campaign_offer.offer, { refusal, step: 'lead' });
    const after = await passStep(ports, { ...candidate, lead: passed }, next);
    if (!('id' in after)) return after;
    passed = after;
  }
}

/** The lead as it goes on, or how the run ends. */
async function passStep(
  ports: WorkPorts,
  candidate: Candidate,
  owned: OwnedStep,
): Promise<LeadRecord | Ending | RunEnd> {
  const { lead } = candidate;
  const { step } = owned;
  const url = lead.is_test ? step.test_url : step.url;
  const entryOf = (outcome: VerifiedEntry['outcome'], reason: Omit<VerifiedEntry['reason'], 'step'>) =>
    ({
      ...{ at: ports.clock(), what: 'verified', offer_id: lead.offer_id, outcome },
      reason: { step: step.name, ...reason },
    }) satisfies VerifiedEntry;
  if (url === undefined) return goOn(ports, lead, owned, entryOf('skipped', { then: 'goes on' }));
  const now = ports.clock();
  if (!hasTimeFor(lead, owned, now))
    return { lead, change: evaluatedAgain(lead, now, 'verifying it took too long') };
  const asked = await askStep(ports, candidate, owned, url);
  if ('turn_ms' in asked) return waitForStep(ports, candidate, owned, asked);
  const { heard, seen } = asked;
  const { outcome, verdict, unclear } = evaluateStep(step, heard, isUnclear(lead, owned));
  const entry = entryOf(outcome, { then: verdict, ...seen });
  const said = heard.kind === 'barred' ? heard.detail : seen.said;
  if (verdict === 'waits')
    return waitForStep(ports, candidate, owned, { entry, detail: heard.detail, unclear });
  const after =
    verdict === 'goes on'
      ? await goOn(ports, lead, owned, entry, asked.at)
      : refuse(ports, lead, candidate.campaign_offer.offer, {
          refusal: outcome === 'refuse' ? refusedBy(step.name, said) : notVerified(step.name, heard.detail),
          ...{ step: 'lead', heard: entry },
        });
  if (after !== DONE) await keepAnswer(ports, lead, owned, asked);
  return after;
}

/** Whether a whole question fits into the lease of this run, also on a machine whose clock is late. */
const hasTimeFor = ({ due_at }: LeadRecord, { step }: OwnedStep, now: Date): boolean =>
  due_at === undefined || due_at.getTime() - now.getTime() >= step.timeout_ms + MAX_SKEW_MS;

/** Stores that the lead is through with a step, while it stays with this worker. If that can't be stored, the run ends. */
async function goOn(
  ports: WorkPorts,
  lead: LeadRecord,
  owned: OwnedStep,
  entry: VerifiedEntry,
  heardAt = entry.at,
): Promise<LeadRecord | Ending | RunEnd> {
  const change = stepPassed(lead, owned, entry, heardAt);
  const now = ports.clock();
  if (await transitionLead(ports, lead, change)) return { ...lead, verified: change.verified };
  return isLapsed(lead, now) ? { lead, change: evaluatedAgain(lead, now) } : DONE;
}

/** The run ends, because nobody knows yet what the service says of the lead. If it waits no longer, it leaves the line. */
async function waitForStep(
  ports: WorkPorts,
  { lead, subject, send_at, campaign_offer: { offer } }: Candidate,
  owned: OwnedStep,
  waits: StepWait,
): Promise<Ending> {
  const opens_at = send_at > subject.now ? send_at : undefined;
  const fallsBack = mayFallBackNow(ports, lead);
  const change = waitsForStep({ lead, offer, owned, opens_at, fallsBack, ...moment(ports) }, waits);
  if (change) return { lead, change };
  const refusal = notVerified(owned.step.name, waits.detail);
  if ('turn_ms' in waits) {
    // Its place in the line may be far behind, and nobody passes by it before its turn.
    await release(ports, stepDestination(owned, lead.is_test), stepKey(lead, owned), 'unused');
    return refuse(ports, lead, offer, { refusal, step: 'lead' });
  }
  const { entry } = waits;
  const heard: VerifiedEntry = { ...entry, reason: { ...entry.reason, then: 'is refused' } };
  return refuse(ports, lead, offer, { refusal, step: 'lead', heard });
}

/** What is known after a question: for the verdict, and for the timeline. */
interface Asked {
  readonly heard: StepAnswer;
  /** When it was heard, which may be long ago. */
  readonly at: Date;
  /** What was asked, if the answer is to be kept for other leads. */
  readonly keep_as?: string;
  readonly seen: Omit<VerifiedEntry['reason'], 'step' | 'then'>;
}

/** Nothing was asked: it is not the lead's turn at this address yet. */
interface NotYet {
  readonly turn_ms: number;
  readonly detail: string;
}

/** Asks the service of a step at `url`, if its destination admits the request now. */
async function askStep(
  ports: WorkPorts,
  candidate: Candidate,
  owned: OwnedStep,
  url: string,
): Promise<Asked | NotYet> {
  const { lead, subject, campaign, campaign_offer } = candidate;
  const setting = { subject, affiliate: campaign.affiliate.handle, callback_url: undefined };
  const prepared = await ports.verifier.prepare(owned, {
    lead: outboundLead(lead, campaign_offer.offer, setting),
    ...{ url, is_test: lead.is_test },
    idempotency_key: stepKey(lead, owned),
  });
  const now = ports.clock();
  if (!prepared.ok && 'barred' in prepared)
    return known(lead, now, { kind: 'barred', detail: prepared.fault });
  if (!prepared.ok)
    return known(lead, now, {
      ...{
        kind: 'none',
        detail: `mapping: ${prepared.fault}`,
        internal_fault: prepared.internal_fault ?? 'mapping',
      },
    });
  const { cache_ms } = owned.step;
  if (cache_ms === undefined) return send(ports, candidate, owned, prepared.value);
  const question = questionOf(owned, prepared.value.request);
  const kept = await ports.verificationAnswers.find(question, now);
  if (kept && kept.at.getTime() + cache_ms > now.getTime())
    return known(lead, kept.at, kept.heard, { from: 'cache' });
  const asked = await send(ports, candidate, owned, prepared.value);
  const isSaid = 'heard' in asked && asked.heard.kind === 'answered' && asked.heard.outcome !== 'away';
  return isSaid ? { ...asked, keep_as: question } : asked;
}

/** For how long an answer counts until it is known that the person of its lead is still there. */
const AT_FIRST_MS = 5 * 60_000;

/**
 * Keeps an answer for other leads: for minutes at first, and for longer if the lead still has its person after that. Who
 * erases a lead removes the person first and the answers after that, so none outlives its person for longer, however late
 * this process is, or if it is killed.
 */
export async function keepAnswer(
  { verificationAnswers, leads, clock }: Pick<WorkPorts, 'verificationAnswers' | 'leads' | 'clock'>,
  { id }: Pick<LeadRecord, 'id'>,
  { step }: Pick<OwnedStep, 'step'>,
  { heard, at, keep_as: question }: Asked,
): Promise<void> {
  const ends_at = countsUntil(step, at);
  if (question === undefined || ends_at === undefined || heard.kind !== 'answered') return;
  const soon = new Date(Math.min(clock().getTime() + AT_FIRST_MS, ends_at.getTime()));
  await verificationAnswers.keep(question, id, { heard, at, ends_at: soon });
  const forgotten = await leads.forgotten([id]);
  if (forgotten.size === 0) await verificationAnswers.extend(question, id, ends_at);
}

async function send(
  ports: WorkPorts,
  { lead }: Candidate,
  owned: OwnedStep,
  prepared: PreparedRequest,
): Promise<Asked | NotYet> {
  const destination = stepDestination(owned, lead.is_test);
  // The same in each run, so that a lead that waits for its turn keeps its place in the line.
  const permit = stepKey(lead, owned);
  const admission = await enter(ports, destination, permit);
  if (admission.outcome === 'wait') {
    const detail = `not asked: ${admission.why}`;
    if (admission.why !== 'destination_down') return { turn_ms: admission.for_ms, detail };
    await release(ports, destination, permit, 'unused');
    return known(lead, ports.clock(), { kind: 'none', detail });
  }
  const began = ports.clock();
  const about = aboutLead('verification', lead, lead.attempts.length + 1);
  const exchange = await ports.verifier.ask(owned, prepared, about);
  const duration_ms = ports.clock().getTime() - began.getTime();
  await release(ports, destination, permit, callResult(exchange, duration_ms));
  if (exchange.heard.kind !== 'answered')
    ports.log.warn(
      { lead_id: lead.id, step: owned.step.name, detail: exchange.heard.detail },
      'a verification was not answered',
    );
  return known(lead, ports.clock(), exchange.heard, { duration_ms });
}

function callResult({ heard, health }: StepExchange, duration_ms: number): CallResult {
  const { detail, status } = heard;
  const outcome = heard.kind === 'answered' ? heard.outcome : 'failed';
  return { health, outcome, duration_ms, detail, ...(status === undefined ? {} : { status }) };
}

/** The service's words are cleaned like those of a buyer: timelines and refusals hold nothing that names a person. */
function known(lead: LeadRecord, at: Date, heard: StepAnswer, more: Asked['seen'] = {}): Asked {
  const { detail, status } = heard;
  const { reason, reference } = heard.kind === 'answered' ? heard : {};
  const said = reason === undefined ? undefined : cleanBuyerReason(withoutPerson(reason, lead));
  return {
    ...{ heard, at },
    seen: {
      ...{ ...more, detail },
      ...(status === undefined ? {} : { status }),
      ...(said === undefined ? {} : { said }),
      ...(reference === undefined ? {} : { reference }),
    },
  };
}
