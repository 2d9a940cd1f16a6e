import Joi from 'joi';
import { expecting } from '../../http/described-schema.js';
import { count, flag, why } from './kinds.js';

const MAX_VALUE = 4_096;
const MAX_OVERLAP_HOURS = 720;

export interface SetSecretBody {
  readonly value: string;
  readonly overlap_hours?: number;
  /** Absent on the command line alone. */
  readonly why?: string;
}

export const setSecretBody = Joi.object<SetSecretBody>({
  value: expecting(
    Joi.string()
      .trim()
      .min(1)
      .max(MAX_VALUE)
      .pattern(/^[\t\x20-\x7e]+$/),
    `1 to ${MAX_VALUE} printable ASCII characters`,
  )
    .description('The secret. No answer, log or audit entry ever has it')
    .required(),
  overlap_hours: count(
    0,
    MAX_OVERLAP_HOURS,
    'For how many hours callbacks signed with the previous value are still accepted (0)',
  ),
  why: why('The reason').required(),
});

export interface RemoveSecretBody {
  readonly why?: string;
  readonly force?: boolean;
}

export const removeSecretBody = Joi.object<RemoveSecretBody>({
  why: why('The reason').required(),
  force: flag('Also if entries of the catalogue name it'),
});
