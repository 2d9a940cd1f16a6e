import type { DestinationHealth } from '../../core/delivery/delivery-result.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { ExchangeAbout } from '../../core/exchanges/exchange.js';
import type { StepAnswer } from '../../core/verification/evaluate-step.js';
import type { OwnedStep } from '../../core/verification/steps.js';
import type { Mapped } from './mapping-evaluator.js';
import type { PreparedRequest } from './prepared-request.js';

/** What a service is asked about. */
export interface StepQuestion {
  readonly lead: OutboundLead;
  /** The address of the step, or its test address. */
  readonly url: string;
  /** A test lead: `url` is the test address, and `address` of the step does not count. */
  readonly is_test: boolean;
  readonly idempotency_key: string;
}

/** What was heard, as it is evaluated and as it came. */
export interface StepExchange {
  readonly heard: StepAnswer;
  readonly health: DestinationHealth;
  /** The complete answer as it came, for evidence: it may name the person. */
  readonly answer?: HttpResponse;
}

/** `barred`: the lead names no address that the step may ask at. */
export type PreparedQuestion =
  Mapped<PreparedRequest> | { readonly ok: false; readonly fault: string; readonly barred: true };

/** All requests to verification services. No method throws: a failure of a service is data. No method retries. */
export interface Verifier {
  /** The request of a step, as it will be sent but for its secrets. */
  prepare(owned: OwnedStep, question: StepQuestion): Promise<PreparedQuestion>;
  /** `about`: the lead that request and answer are evidence for. */
  ask(owned: OwnedStep, prepared: PreparedRequest, about?: ExchangeAbout): Promise<StepExchange>;
}
