import Joi from 'joi';
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, VIEW_SCREENS } from '../../core/saved-views/saved-view.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { body, name, needed, oneOf, type BodyOf } from './kinds.js';

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
