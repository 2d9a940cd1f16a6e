import Joi from 'joi';
import { VERDICTS, type SettleVerdict } from '../../core/delivery/settle.js';
import { flag, name, oneOf, why } from './kinds.js';

export interface SettleBody {
  readonly outcome: SettleVerdict;
  readonly why: string;
  readonly buyer_reason?: string;
}

export const settleBody = Joi.object<SettleBody>({
  outcome: oneOf(VERDICTS, 'Whether the buyer took the lead').required(),
  why: why('Why you know that; it stands in the timeline').required(),
  buyer_reason: why("The buyer's words for a refusal; the affiliate may read them"),
});

export interface ReturnBody {
  readonly reason: string;
  readonly override?: boolean;
  readonly why?: string;
}

export const returnBody = Joi.object<ReturnBody>({
  reason: name('A code of the buyer in the catalogue (`returns.reasons`)').required(),
  override: flag('Return it although it is too late or over the share of returns; then say why'),
  why: why('Why you override the rules'),
});

export interface WhyBody {
  readonly why: string;
}

export const whyBody = Joi.object<WhyBody>({
  why: why('The reason, for the audit log and the timeline').required(),
});

export interface TestPostBody {
  readonly program?: string;
  readonly send: boolean;
}

export const testPostBody = Joi.object<TestPostBody>({
  program: name("The chosen program; by default the lead's own"),
  send: flag(
    "true: send it to the offer's test address and read the answer. false: only show the request",
  ).required(),
});
