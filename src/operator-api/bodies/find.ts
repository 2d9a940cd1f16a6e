import Joi from 'joi';
import { MAX_FIND_LENGTH } from '../../core/find/find-text.js';
import { expecting } from '../../http/described-schema.js';

/** What a text that is looked for must be. */
export const FIND_TEXT = `a text of 1 to ${MAX_FIND_LENGTH} characters without control characters`;

export interface FindBody {
  readonly q: string;
}

export const findBody = Joi.object<FindBody>({
  q: expecting(Joi.string().max(MAX_FIND_LENGTH).required(), FIND_TEXT),
});
