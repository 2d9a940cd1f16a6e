import Joi from 'joi';
import { LINK_DAYS, MAX_LINK_DAYS } from '../../app/posting-spec/make-posting-link.js';
import { count } from './kinds.js';

export interface MakeLinkBody {
  readonly days?: number;
}

export const makeLinkBody = Joi.object<MakeLinkBody>({
  days: count(1, MAX_LINK_DAYS, `How long the link works; by default ${LINK_DAYS}`),
});
