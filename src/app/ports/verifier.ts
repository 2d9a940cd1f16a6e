import type { DestinationHealth } from '../../core/delivery/delivered.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { ExchangeAbout } from '../../core/exchanges/exchange.js';
import type { StepHeard } from '../../core/verification/evaluate-step.js';
import type { OwnedStep } from '../../core/verification/steps.js';
import type { Mapped } from './mapping-evaluator.js';
import type { PreparedRequest } from './prepared-request.js';

/** What a service is asked about. */
export interface StepQuestion {
  readonly lead: OutboundLead;
  /** The address of the step, or its test address. */
  readonly url: string;
  readonly idempotency_key: string;
}

/** What was heard, as it is evaluated and as it came. */
export interface StepExchange {
  readonly heard: StepHeard;
  readonly health: DestinationHealth;
  /** The complete answer as it came, for evidence: it may name the person. */
  readonly answer?: HttpAnswer;
}

/** All requests to verification services. No method throws: a failure of a service is data. No method retries. */
export interface Verifier {
  /** The request of a step, as it will be sent but for its secrets. */
  prepare(owned: OwnedStep, question: StepQuestion): Promise<Mapped<PreparedRequest>>;
  /** `about`: the lead that request and answer are evidence for. */
  ask(owned: OwnedStep, prepared: PreparedRequest, about?: ExchangeAbout): Promise<StepExchange>;
}
