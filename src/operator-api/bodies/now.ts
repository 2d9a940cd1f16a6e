import Joi from 'joi';
import { expecting } from '../../http/described-schema.js';

export interface ActOnNowBody {
  readonly take?: boolean;
  readonly note?: string | null;
}

export const actOnNowBody = Joi.object<ActOnNowBody>({
  take: expecting(Joi.boolean(), 'true (it is mine) or false (nobody has it)'),
  note: expecting(Joi.string().max(500).allow(null), 'a text of at most 500 characters, or null'),
});
