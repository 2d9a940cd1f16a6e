import Joi from 'joi';
import { OPERATIONS, type Limits } from '../../core/limits/limits.js';
import { isOperatorKeyName } from '../../core/operators/operator-key.js';
import { PERMISSIONS } from '../../core/operators/permissions.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { body, count, flag, listOf, name, needed, oneOf, type BodyOf } from './kinds.js';

const MAX_CALLS = 1_000_000;
const MAX_DAYS = 366;
const MAX_HOURS = 90 * 24;

const limit = body({
  per_minute: needed(count(1, MAX_CALLS, 'Calls a minute in the long run')),
  burst: needed(count(1, MAX_CALLS, 'Calls at once')),
});

export type IssueKeyBody = BodyOf<typeof issueKeyBody>;
export const issueKeyBody = body({
  affiliate: needed(name('The handle of the affiliate')),
  is_test: flag('All its leads are test leads; by default false'),
  operations: expecting(
    listOf(oneOf(OPERATIONS, 'An operation')).min(1).unique(),
    `a list of ${OPERATIONS.join(', ')}`,
  ).description('What it may call; by default all'),
  limits: expecting(
    Joi.object<Limits>(Object.fromEntries(OPERATIONS.map((operation) => [operation, limit]))),
    'an object of limits by operation',
  ).description('Its own limits by operation; by default those of all keys'),
  expires_in_days: count(1, 3_650, 'How long it is valid; by default forever'),
});

export type RotateBody = BodyOf<typeof rotateBody>;
export const rotateBody = body({
  overlap_hours: needed(count(0, MAX_HOURS, 'How long the old key stays valid; 0 ends it at once')),
});

export type IssueOperatorKeyBody = BodyOf<typeof issueOperatorKeyBody>;
export const issueOperatorKeyBody = body({
  name: needed(
    shaped(
      expecting(
        Joi.string().custom((text: string, helpers) =>
          isOperatorKeyName(text) ? text : helpers.error('any.invalid'),
        ),
        '1 to 64 letters, digits, spaces, and . _ @ -',
      ),
      { minLength: 1, maxLength: 64 },
    ),
  ).description('Who or what gets the key; saved in the audit log'),
  scopes: needed(
    expecting(listOf(oneOf(PERMISSIONS, 'A permission')).min(1).unique(), 'a list of permissions'),
  ).description('What the key may do'),
  expires_in_days: needed(count(1, MAX_DAYS, 'How long it is valid')),
});
