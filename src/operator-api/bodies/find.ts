import Joi from 'joi';
import { MAX_FIND_LENGTH } from '../../core/find/find-text.js';
import { expecting } from '../../http/described-schema.js';
import { body, needed, type BodyOf } from './kinds.js';

/** What a text that is looked for must be. */
export const FIND_TEXT = `a text of 1 to ${MAX_FIND_LENGTH} characters without control characters`;

export type FindBody = BodyOf<typeof findBody>;
export const findBody = body({
  q: needed(expecting(Joi.string().max(MAX_FIND_LENGTH), FIND_TEXT)),
});
