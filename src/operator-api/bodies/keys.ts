import Joi from 'joi';
import { OPERATIONS, type Limits, type Operation } from '../../core/limits/limits.js';
import { isOperatorKeyName } from '../../core/operators/operator-key.js';
import { PERMISSIONS, type Permission } from '../../core/operators/permissions.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { count, flag, name, oneOf } from './kinds.js';

const MAX_CALLS = 1_000_000;
const MAX_DAYS = 366;
const MAX_HOURS = 90 * 24;

const limit = Joi.object({
  per_minute: count(1, MAX_CALLS, 'Calls a minute in the long run').required(),
  burst: count(1, MAX_CALLS, 'Calls at once').required(),
});

export interface IssueKeyBody {
  readonly affiliate: string;
  readonly is_test?: boolean;
  readonly operations?: readonly Operation[];
  readonly limits?: Limits;
  readonly expires_in_days?: number;
}

export const issueKeyBody = Joi.object<IssueKeyBody>({
  affiliate: name('The handle of the affiliate').required(),
  is_test: flag('All its leads are test leads; by default false'),
  operations: expecting(
    Joi.array().items(oneOf(OPERATIONS, 'An operation')).min(1).unique(),
    `a list of ${OPERATIONS.join(', ')}`,
  ).description('What it may call; by default all'),
  limits: expecting(
    Joi.object(Object.fromEntries(OPERATIONS.map((operation) => [operation, limit]))),
    'an object of limits by operation',
  ).description('Its own limits by operation; by default those of all keys'),
  expires_in_days: count(1, 3_650, 'How long it is valid; by default forever'),
});

export interface RotateBody {
  readonly overlap_hours: number;
}

export const rotateBody = Joi.object<RotateBody>({
  overlap_hours: count(0, MAX_HOURS, 'How long the old key stays valid; 0 ends it at once').required(),
});

export interface IssueOperatorKeyBody {
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly expires_in_days: number;
}

export const issueOperatorKeyBody = Joi.object<IssueOperatorKeyBody>({
  name: shaped(
    expecting(
      Joi.string().custom((text: string, helpers) =>
        isOperatorKeyName(text) ? text : helpers.error('any.invalid'),
      ),
      '1 to 64 letters, digits, spaces, and . _ @ -',
    ),
    { minLength: 1, maxLength: 64 },
  )
    .description('Who or what gets the key; it stands in the log')
    .required(),
  scopes: expecting(
    Joi.array().items(oneOf(PERMISSIONS, 'A permission')).min(1).unique(),
    'a list of permissions',
  )
    .description('What the key may do')
    .required(),
  expires_in_days: count(1, MAX_DAYS, 'How long it is valid').required(),
});
