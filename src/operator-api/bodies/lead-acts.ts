import Joi from 'joi';
import { VERDICTS } from '../../core/delivery/settle.js';
import { MAX_MONEY } from '../../core/catalogue/money.js';
import { MAX_EVIDENCE } from '../../core/money/return-evidence.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { body, count, day, flag, name, needed, oneOf, why, type BodyOf } from './kinds.js';

export type SettleBody = BodyOf<typeof settleBody>;
export const settleBody = body({
  outcome: needed(oneOf(VERDICTS, 'Whether the buyer took the lead')),
  why: needed(why('How you know; saved in the timeline')),
  buyer_reason: why("The buyer's words for a refusal; the affiliate may read them"),
});

const evidence = shaped(
  expecting(Joi.string().max(MAX_EVIDENCE), `a text of at most ${MAX_EVIDENCE} characters`),
  { maxLength: MAX_EVIDENCE },
).description(
  'What the buyer shows for a return that is reviewed: words and links. Personal data is taken out of it',
);

export type ReturnBody = BodyOf<typeof returnBody>;
export const returnBody = body({
  reason: needed(name('A code of the buyer in the catalogue (`returns.reasons`)')),
  evidence,
  override: flag(
    "Return it even if it's too late, over the share of returns, or to be reviewed; then say why",
  ),
  why: why('Why you override the rules'),
});

export type StageBody = BodyOf<typeof stageBody>;
export const stageBody = body({
  stage: needed(name('A code of the buyer in the catalogue (`stages`)')),
  on: day('The day on which the lead reached it, in the time zone of the buyer; by default today'),
  withdrawn: flag('The lead did not reach the stage after all; then send no day'),
  value_cents: count(0, MAX_MONEY * 100, 'What it is worth to the buyer'),
});

export type DecideReturnBody = BodyOf<typeof decideReturnBody>;
export const decideReturnBody = body({
  outcome: needed(oneOf(['accepted', 'declined'] as const, 'Your decision')),
  why: why('The reason, for the audit log and the timeline; needed to decline it'),
  request: count(
    0,
    1_000,
    'The number of the request that you read: then nothing is decided if the lead has a newer one',
  ),
});

export type WhyBody = BodyOf<typeof whyBody>;
export const whyBody = body({
  why: needed(why('The reason, for the audit log and the timeline')),
});

export type TestPostBody = BodyOf<typeof testPostBody>;
export const testPostBody = body({
  program: name("The chosen program; by default the lead's own, or the first of the offer"),
  send: needed(
    flag("true: send it to the offer's test address and read the answer. false: only show the request"),
  ),
});
