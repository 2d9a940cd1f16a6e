import { VERDICTS } from '../../core/delivery/settle.js';
import {
  body,
  dryRun,
  fileMapping,
  flag,
  leadFile,
  moment,
  name,
  needed,
  oneOf,
  onlyLeads,
  skipErrors,
  why,
  type BodyOf,
} from './kinds.js';

const destination = () => name('The handle of a buyer or an offer: only its leads');

export type BulkSettleBody = BodyOf<typeof bulkSettleBody>;
export const bulkSettleBody = body({
  file: leadFile(
    'CSV with the columns id or reference, outcome (accepted or rejected), and optionally reason',
  ),
  skip_errors: skipErrors(),
  destination: destination(),
  outcome: oneOf(VERDICTS, 'Without a file: the outcome of all of them'),
  before: moment('Without a file: only unknown leads received before this moment'),
  only: onlyLeads('Only these leads, such as those that the plan would change'),
  why: needed(why('How you know; saved in the timelines')),
  dry_run: dryRun(),
});

export type BulkReturnBody = BodyOf<typeof bulkReturnBody>;
export const bulkReturnBody = body({
  file: needed(
    leadFile(
      'CSV with the columns id or reference, reason (a code of the buyer, or its label), and optionally evidence',
    ),
  ),
  mapping: fileMapping(
    ['id', 'reference', 'reason', 'evidence'],
    "The buyer's own columns and reasons. With a destination, they're remembered for its buyer when the returns are made, and used for its next files. Without it, they're found by name",
  ),
  skip_errors: skipErrors(),
  only: onlyLeads('Only these leads, such as those that the plan would return'),
  destination: destination(),
  override: flag(
    "Return them even if it's too late, over the share of returns, or to be reviewed; then say why",
  ),
  why: why('Why you override the rules'),
  dry_run: dryRun(),
});

export type BulkStageBody = BodyOf<typeof bulkStageBody>;
export const bulkStageBody = body({
  file: needed(
    leadFile(
      'CSV with the columns id, reference, email or phone; stage (the code, or its label), on (the day), and optionally value',
    ),
  ),
  mapping: fileMapping(
    ['id', 'reference', 'email', 'phone', 'stage', 'on', 'value'],
    "The buyer's own columns and stages. They're remembered for its next files",
  ),
  buyer: needed(name('The handle of the buyer: only leads that it bought')),
  dry_run: dryRun(),
});
