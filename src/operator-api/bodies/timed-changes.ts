import Joi from 'joi';
import { MAX_MONEY } from '../../core/catalogue/money.js';
import { MOMENT_WORDS } from '../../core/timed-changes/moment-in-zone.js';
import { expecting } from '../../http/described-schema.js';
import { capOf } from './drafts.js';
import { body, count, dryRun, name, needed, oneOf, why, type BodyOf } from './kinds.js';
import { SWITCH_KINDS } from './switches.js';

/** The use case reads it by the clock of the entry's zone. */
const moment = (description: string): Joi.StringSchema =>
  expecting(Joi.string().max(40), MOMENT_WORDS).description(description);

const timed = {
  from: moment('When it begins. Absent: now'),
  until: needed(moment("When it ends automatically; it's active until just before")),
  why: needed(why('The reason; it is shown with the change')),
  dry_run: dryRun(),
};

/** On the command line alone, the reason may be absent. */
type WithoutWhy<Body> = Omit<Body, 'why'> & { readonly why?: string };

export type TimedPauseBody = WithoutWhy<BodyOf<typeof timedPauseBody>>;
export const timedPauseBody = body({
  kind: needed(oneOf(SWITCH_KINDS, 'The kind of the entry')),
  handle: needed(name('The handle of the entry')),
  ...timed,
});

export type TimedLimitBody = WithoutWhy<BodyOf<typeof timedLimitBody>>;
export const timedLimitBody = body({
  ...capOf,
  limit: needed(count(1, 1_000_000_000, 'The limit until then')),
  ...timed,
});

const CENTS = MAX_MONEY * 100;
const program = name('Only leads of this program');

export type TimedPriceBody = WithoutWhy<BodyOf<typeof timedPriceBody>>;
export const timedPriceBody = body({
  kind: needed(oneOf(['offer', 'campaign'], 'Whose price: on every campaign, or on one')),
  handle: needed(name('The handle of the offer or the campaign')),
  offer: name('With a campaign: the handle of the offer'),
  program,
  price_cents: needed(count(0, CENTS, 'What the buyer pays until then, in cents')),
  ...timed,
});

export type TimedPayoutBody = WithoutWhy<BodyOf<typeof timedPayoutBody>>;
export const timedPayoutBody = body({
  campaign: needed(name('The handle of the campaign')),
  offer: needed(name('The handle of the offer')),
  program,
  payout_cents: needed(count(0, CENTS, 'What the affiliate earns until then, in cents')),
  ...timed,
});

export type EndChangeBody = WithoutWhy<BodyOf<typeof endChangeBody>>;
export const endChangeBody = body({
  why: needed(why('The reason; it is shown with the change')),
});
