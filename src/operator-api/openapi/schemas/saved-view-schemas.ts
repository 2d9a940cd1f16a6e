import { VIEW_SCREENS } from '../../../core/saved-views/saved-view.js';
import { EVERY } from '../../../core/saved-views/view-mail.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { anyText, count, exactly, flag, listOf, maybe, oneOf, time, whole } from './parts.js';

export const savedViewSchemas = {
  SavedViews: exactly({
    can_mail: flag('Whether you can have views mailed: a person asks, and Leadkeep has a mail server'),
    views: listOf(ref('schemas', 'SavedView')),
  }),
  SavedView: exactly({
    id: uuid(),
    screen: oneOf(VIEW_SCREENS),
    name: text(),
    query: anyText("What stands after the ? of the screen's address"),
    saved_at: time(),
    mail: maybe('ViewMail', 'Null: it is not mailed'),
  }),
  ViewMail: exactly({
    every: oneOf(EVERY),
    on: orNull(whole('The weekday, 1 is Monday, or the day of the month; null: every day')),
    hour: count('By the clock of the zone'),
    zone: text(),
    to: listOf(text(), 'E-mail addresses'),
    next_at: orNull(time('When it is mailed next; null: it is not mailed any more')),
    stopped: orNull(text('Why it is not mailed any more')),
    last: orNull(
      exactly({ at: time('When it was to be mailed'), ok: flag(), detail: text() }, 'The newest run'),
    ),
    refused: listOf(
      exactly({ address: text(), at: time() }),
      'Addresses that the mail server refused for good: nothing more is sent to them',
    ),
  }),
  DeletedView: exactly({ id: uuid(), deleted: flag() }),
};
