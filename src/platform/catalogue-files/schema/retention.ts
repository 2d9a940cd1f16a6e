import Joi from 'joi';
import { parseDuration } from '../../../core/catalogue/duration.js';
import { RETENTION_NAMES } from '../../../core/retention/retention.js';
import { withRule } from './values.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

const term = withRule(Joi.string(), (text) => {
  const ms = parseDuration(text);
  return ms === undefined || ms % DAY_MS !== 0 || ms < DAY_MS || ms > MAX_DAYS * DAY_MS
    ? `must be a number of days from 1d to ${MAX_DAYS}d`
    : undefined;
});

/** What is kept for how long. */
export const retention = Joi.object(Object.fromEntries(RETENTION_NAMES.map((name) => [name, term])));
