import { hash } from 'node:crypto';
import { countEach } from '../app/lead-files/act-on-leads.js';
import { MAX_SETTLED } from '../app/settle/settle-leads.js';
import { formatCents } from '../core/catalogue/money.js';
import type { BulkReturnBody, BulkSettleBody, BulkStageBody } from '../operator-api/bodies/bulk.js';
import { bulkReturn, bulkSettle, bulkStages } from '../operator-api/handlers/bulk.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { readSheet, readSources } from './read-sources.js';
import { linesOf, noteFaults, refuseFile } from './refuse-file.js';
import { renderRows } from './render/table.js';
import { withOperator } from './wiring/with-operator.js';

interface Asked {
  readonly by: string | undefined;
  readonly yes: boolean;
}

type Done = Awaited<ReturnType<typeof bulkSettle | typeof bulkReturn>>;

/** How the act is called. `again`: the options that carry a plan out. */
interface Words {
  readonly act: string;
  readonly done: string;
  readonly follows: string;
  readonly again: string;
}

const SETTLING = {
  ...{ act: 'settle', done: 'settled' },
  follows: 'The sweeper confirms or releases its slot, claims and cap reservations within seconds.',
  // Affiliates read the buyer's words, so no encoding is guessed.
  readFile: (_: Cli, file: string): string => readSources([file])[0]?.text ?? '',
};
const RECORDING = {
  ...{ act: 'record', done: 'recorded' },
  follows: 'Reports show them within a minute (leadkeep stages).',
};
const RETURNING = {
  ...{ act: 'return', done: 'returned' },
  follows:
    'The sweeper books it within seconds; cap places and claims follow the rules of the buyer (leadkeep lead show).',
  readFile(cli: Cli, file: string): string {
    const { text, encoding } = readSheet(file);
    if (encoding === 'windows-1252')
      cli.note(`${file} isn't UTF-8, so it was read as Windows-1252: check letters with accents`);
    return text;
  },
};

/** Settles the leads in a buyer's file, of which no row may have an error, unless these are skipped. */
export const settleFile = (
  cli: Cli,
  file: string,
  body: Omit<BulkSettleBody, 'file' | 'dry_run'>,
  { by, yes }: Asked,
): Promise<void> =>
  withOperator(cli, ({ call }) =>
    actOnFile(cli, file, { yes, skip: body.skip_errors, words: SETTLING }, (text, dry_run) =>
      call(bulkSettle, { body: { ...body, file: text, dry_run }, by }),
    ),
  );

/** Returns the leads in a buyer's file, of which no row may have an error, unless these are skipped. */
export const returnFile = (
  cli: Cli,
  file: string,
  body: Omit<BulkReturnBody, 'file' | 'dry_run'>,
  { by, yes }: Asked,
): Promise<void> =>
  withOperator(cli, ({ call }) =>
    actOnFile(cli, file, { yes, skip: body.skip_errors, words: RETURNING }, (text, dry_run) =>
      call(bulkReturn, { body: { ...body, file: text, dry_run }, by }),
    ),
  );

/** Records the stages in a buyer's file. Rows with an error are listed and left out. */
export const recordStagesOfFile = (
  cli: Cli,
  file: string,
  body: Omit<BulkStageBody, 'file' | 'dry_run'>,
  { by, yes }: Asked,
): Promise<void> =>
  withOperator(cli, async ({ call }) => {
    const text = RETURNING.readFile(cli, file);
    const done = await call(bulkStages, { body: { ...body, file: text, dry_run: !yes }, by });
    noteFaults(cli, file, done.faults);
    print(cli, done, yes, { ...RECORDING, again: '--yes' });
    if (done.faults.length > 0)
      throw new CliError(`${done.faults.length} rows have an error and were left out; the others are above`);
  });

interface FileWords {
  readonly yes: boolean;
  /** Whether rows with errors are left out. */
  readonly skip: boolean | undefined;
  readonly words: Omit<Words, 'again'> & { readonly readFile: (cli: Cli, file: string) => string };
}

/** Plans an act on a file, refuses its faults or names them, and carries the plan out with `yes`. */
async function actOnFile(
  cli: Cli,
  file: string,
  { yes, skip = false, words }: FileWords,
  run: (text: string, dry_run: boolean) => Promise<Done>,
): Promise<void> {
  const text = words.readFile(cli, file);
  const plan = await run(text, true);
  const { faults, repeats } = plan;
  noteFaults(cli, file, repeats);
  if (skip && plan.rows.length > 0) {
    noteFaults(cli, file, faults);
    if (faults.length > 0) cli.note(`Skipped: ${faults.length} rows with errors${linesOf(faults)}.`);
  } else refuseFile(cli, file, faults);
  print(cli, yes ? await run(text, false) : plan, yes, { ...words, again: '--yes' });
}

/**
 * Settles every unknown lead of a buyer or an offer that was received before the given time. `code`: that of a plan that
 * somebody has seen. A lead of that time may have become unknown since; then nothing is changed.
 */
export const settleDestination = (
  cli: Cli,
  body: Omit<BulkSettleBody, 'file' | 'only' | 'dry_run'>,
  { by, yes, code }: Asked & { readonly code: string | undefined },
): Promise<void> =>
  withOperator(cli, async ({ call }) => {
    const plan = await call(bulkSettle, { body: { ...body, dry_run: true }, by });
    const ids = plan.rows.flatMap(({ outcome, lead_id }) => (outcome === 'done' ? [lead_id] : []));
    const own = hash('sha256', [...ids].sort().join()).slice(0, 12);
    if (code !== undefined && code !== own)
      throw new CliError(
        'The leads to settle are not those of the plan any more, so nothing was changed: look at the plan again, without --yes',
      );
    const only = code === undefined ? {} : { only: ids };
    const done = yes ? await call(bulkSettle, { body: { ...body, ...only, dry_run: false }, by }) : plan;
    print(cli, done, yes, { ...SETTLING, again: `--yes --plan ${own}` });
    if (plan.is_cut) cli.note(`These were the oldest ${MAX_SETTLED}. Run the command again for the rest.`);
  });

/** Prints what came of each lead. Throws a CliError if some of them could not be changed. */
function print(
  cli: Cli,
  { rows, not_done, currency }: Done,
  yes: boolean,
  { act, done, follows, again }: Words,
): void {
  if (rows.length === 0) {
    cli.print(`No lead to ${act}.`);
    return;
  }
  const ofFile = rows.some(({ line }) => line !== null);
  const columns = `lead=lead_id reference was asked price=price_cents payout=payout_cents result=text`;
  cli.print(renderRows(rows, `${ofFile ? 'line ' : ''}${columns}`));
  const counts = countEach(rows.map(({ text }) => text.replace(/[:,].*$/, '')));
  cli.print(`\nLeads: ${counts.join(', ')}.`);
  const booked = rows.filter(({ outcome }) => outcome === 'done');
  const sumOf = (cents: (row: Done['rows'][number]) => number | null): string =>
    `${formatCents(booked.reduce((sum, row) => sum + (cents(row) ?? 0), 0))} ${currency}`;
  if (booked.some((row) => row.price_cents !== null || row.payout_cents !== null))
    cli.print(`Buyers: ${sumOf((row) => row.price_cents)}. Affiliates: ${sumOf((row) => row.payout_cents)}.`);
  cli.print(yes ? follows : `Dry run: nothing was changed. Run it again with ${again} to ${act} them.`);
  if (yes && not_done > 0)
    throw new CliError(
      `${not_done} of ${rows.length} could not be ${done}; if you run it again, only those change`,
    );
}
