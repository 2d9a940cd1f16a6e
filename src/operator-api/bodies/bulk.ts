import Joi from 'joi';
import { MAX_SETTLED } from '../../app/settle/settle-leads.js';
import { VERDICTS, type SettleVerdict } from '../../core/delivery/settle.js';
import { UUID } from '../../core/uuid.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { dryRun, fileText, flag, moment, name, oneOf, why } from './kinds.js';

/** The most characters of a file; a row has about 50. */
const MAX_FILE = 900_000;

/** A file of the most characters, as JSON writes its quotation marks and other letters. */
export const BULK_BYTES = 4 * 1_048_576;

export interface BulkSettleBody {
  readonly file?: string;
  readonly destination?: string;
  readonly outcome?: SettleVerdict;
  readonly before?: string;
  readonly only?: readonly string[];
  readonly why: string;
  readonly dry_run: boolean;
}

export const bulkSettleBody = Joi.object<BulkSettleBody>({
  file: fileText(
    MAX_FILE,
    'CSV with the columns id or reference, outcome (accepted or rejected), and optionally reason',
  ),
  destination: name('The handle of a buyer or an offer: only its leads'),
  outcome: oneOf(VERDICTS, 'Without a file: the outcome of all of them'),
  before: moment('Without a file: only unknown leads received before this moment'),
  only: expecting(
    Joi.array()
      .items(shaped(expecting(Joi.string().pattern(UUID), 'a UUID'), { format: 'uuid' }))
      .max(MAX_SETTLED)
      .unique(),
    `a list of at most ${MAX_SETTLED} ids of leads`,
  ).description(
    'Without a file: only these leads, such as those that the plan would change. Others may be unknown since',
  ),
  why: why('Why you know that; it stands in the timelines').required(),
  dry_run: dryRun(),
});

export interface BulkReturnBody {
  readonly file: string;
  readonly destination?: string;
  readonly override?: boolean;
  readonly why?: string;
  readonly dry_run: boolean;
}

export const bulkReturnBody = Joi.object<BulkReturnBody>({
  file: fileText(MAX_FILE, 'CSV with the columns id or reference, and reason (the code)').required(),
  destination: name('The handle of a buyer or an offer: only its leads'),
  override: flag('Return them although it is too late or over the share of returns; then say why'),
  why: why('Why you override the rules'),
  dry_run: dryRun(),
});
