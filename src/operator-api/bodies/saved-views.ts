import Joi from 'joi';
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, VIEW_SCREENS } from '../../core/saved-views/saved-view.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { emailOf } from '../../core/people/person.js';
import { isZone } from '../../core/reports/calendar.js';
import { EVERY, LAST_DAY, MAX_RECEIVERS } from '../../core/saved-views/view-mail.js';
import { body, count, listOf, name, needed, oneOf, type BodyOf } from './kinds.js';

const query = shaped(
  expecting(
    Joi.string()
      .allow('')
      .max(MAX_VIEW_QUERY)
      .pattern(/^\P{C}*$/u),
    `a text of at most ${MAX_VIEW_QUERY} characters without control characters`,
  ),
  { maxLength: MAX_VIEW_QUERY },
).description("What stands after the ? of the screen's address, without personal data");

export type SaveViewBody = BodyOf<typeof saveViewBody>;
export const saveViewBody = body({
  screen: needed(oneOf(VIEW_SCREENS, 'The screen')),
  name: needed(
    name('The name, without personal data. A view of this name on this screen is replaced', MAX_VIEW_NAME),
  ),
  query: needed(query),
}).required();

const address = expecting(
  Joi.string()
    .max(254)
    .custom((text: string, helpers) => emailOf(text) ?? helpers.error('any.invalid')),
  'an e-mail address that the list has once',
);

export type MailViewBody = BodyOf<typeof mailViewBody>;
export const mailViewBody = body({
  every: needed(oneOf(EVERY, 'How often it is mailed')),
  on: count(1, LAST_DAY, 'The weekday (1 is Monday, 7 is Sunday) or the day of the month; by default 1'),
  hour: needed(count(0, 23, 'The hour of the clock in the zone')),
  zone: needed(
    expecting(
      Joi.string()
        .max(60)
        .custom((text: string, helpers) => (isZone(text) ? text : helpers.error('any.invalid'))),
      'a time zone like America/Chicago',
    ).description('The zone of the hour'),
  ),
  to: needed(
    expecting(
      listOf(address).min(1).max(MAX_RECEIVERS).unique(),
      `a list of 1 to ${MAX_RECEIVERS} different e-mail addresses`,
    ).description('Who gets it'),
  ),
}).required();
