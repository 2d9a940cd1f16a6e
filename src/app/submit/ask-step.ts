import { cleanBuyerReason } from '../../core/clean-words.js';
import { aboutLead } from '../../core/exchanges/about.js';
import { outboundLead } from '../../core/delivery/outbound-lead.js';
import { withoutPerson } from '../../core/delivery/without-person.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';
import type { VerifiedEntry } from '../../core/lead/lead-entry.js';
import type { StepHeard } from '../../core/verification/evaluate-step.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import {
  countsUntil,
  questionOf,
  stepDestination,
  stepKey,
  type OwnedStep,
} from '../../core/verification/steps.js';
import { enter, release } from '../destination-gate/ask-gate.js';
import type { PreparedRequest } from '../ports/prepared-request.js';
import type { StepExchange } from '../ports/verifier.js';
import type { WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';

/** What is known after a question: for the verdict, and for the timeline. */
export interface Asked {
  readonly heard: StepHeard;
  /** When it was heard, which may be long ago. */
  readonly at: Date;
  /** What was asked, if the answer is to be kept for other leads. */
  readonly keep_as?: string;
  readonly seen: Omit<VerifiedEntry['reason'], 'step' | 'then'>;
}

/** Nothing was asked: it is not the lead's turn at this address yet. */
export interface NotYet {
  readonly turn_ms: number;
  readonly detail: string;
}

/** Asks the service of a step at `url`, if its destination admits the request now. */
export async function askStep(
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
function known(lead: LeadRecord, at: Date, heard: StepHeard, more: Asked['seen'] = {}): Asked {
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
