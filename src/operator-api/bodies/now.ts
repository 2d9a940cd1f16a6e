import Joi from 'joi';
import { expecting } from '../../http/described-schema.js';
import { body, orNull, type BodyOf } from './kinds.js';

const taken: Joi.BooleanSchema = Joi.boolean();

export type ActOnNowBody = BodyOf<typeof actOnNowBody>;
export const actOnNowBody = body({
  take: expecting(taken, 'true (it is mine) or false (nobody has it)'),
  note: expecting(orNull(Joi.string().max(500)), 'a text of at most 500 characters, or null'),
});
