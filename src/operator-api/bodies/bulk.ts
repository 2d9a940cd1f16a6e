import Joi from 'joi';
import { MAX_SETTLED } from '../../app/settle/settle-leads.js';
import { VERDICTS } from '../../core/delivery/settle.js';
import { UUID } from '../../core/uuid.js';
import { expecting, shaped } from '../../http/described-schema.js';
import {
  body,
  dryRun,
  fileText,
  flag,
  listOf,
  moment,
  name,
  needed,
  oneOf,
  why,
  type BodyOf,
} from './kinds.js';

/** The most characters of a file; a row has about 50. */
const MAX_FILE = 900_000;

/** A file of the most characters, as JSON writes its quotation marks and other letters. */
export const BULK_BYTES = 4 * 1_048_576;

export type BulkSettleBody = BodyOf<typeof bulkSettleBody>;
export const bulkSettleBody = body({
  file: fileText(
    MAX_FILE,
    'CSV with the columns id or reference, outcome (accepted or rejected), and optionally reason',
  ),
  destination: name('The handle of a buyer or an offer: only its leads'),
  outcome: oneOf(VERDICTS, 'Without a file: the outcome of all of them'),
  before: moment('Without a file: only unknown leads received before this moment'),
  only: expecting(
    listOf(shaped(expecting(Joi.string().pattern(UUID), 'a UUID'), { format: 'uuid' }))
      .max(MAX_SETTLED)
      .unique(),
    `a list of at most ${MAX_SETTLED} ids of leads`,
  ).description(
    'Without a file: only these leads, such as those that the plan would change. Others may be unknown since',
  ),
  why: needed(why('Why you know that; it stands in the timelines')),
  dry_run: dryRun(),
});

export type BulkReturnBody = BodyOf<typeof bulkReturnBody>;
export const bulkReturnBody = body({
  file: needed(
    fileText(MAX_FILE, 'CSV with the columns id or reference, reason (the code), and optionally evidence'),
  ),
  destination: name('The handle of a buyer or an offer: only its leads'),
  override: flag(
    'Return them although it is too late, over the share of returns, or to be reviewed; then say why',
  ),
  why: why('Why you override the rules'),
  dry_run: dryRun(),
});

export type BulkStageBody = BodyOf<typeof bulkStageBody>;
export const bulkStageBody = body({
  file: needed(
    fileText(
      MAX_FILE,
      'CSV with the columns id or reference, stage (the code), on (the day), and optionally value',
    ),
  ),
  buyer: needed(name('The handle of the buyer: only leads that it bought')),
  dry_run: dryRun(),
});
