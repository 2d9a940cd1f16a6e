import { InvalidArgumentError, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import type { BulkReturnBody } from '../../operator-api/bodies/bulk.js';
import { decideReturn, returnLead, returnRequests, undoReturn } from '../../operator-api/handlers/return.js';
import { returnFile } from '../act-on-many.js';
import { printAnswer } from '../render/table.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { needId, whoArgument, whyArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

interface Options {
  readonly reason?: string;
  readonly by?: string;
  readonly override?: boolean;
  readonly why?: string;
  readonly file?: string;
  readonly destination?: string;
  readonly column?: readonly Pair[];
  readonly meaning?: readonly Pair[];
  readonly skipErrors?: boolean;
  readonly yes?: boolean;
  readonly undo?: boolean;
  readonly evidence?: string;
  readonly accept?: boolean;
  readonly decline?: boolean;
}

const FORMS = `
Four forms:
  leadkeep lead return ID --reason CODE [--evidence "…"] [--override --why "…"]
  leadkeep lead return --file returns.csv [--destination HANDLE] [--skip-errors] [--override --why "…"] [--yes]
      columns: id or reference (the buyer's), reason (its code or label), and optionally evidence. For other columns:
      --column 'reference=Order' --column 'reason=Return reason' --meaning 'Disconnected=bad_phone'
      With --destination and --yes, they're remembered for the buyer's next files.
  leadkeep lead return ID --accept | --decline --why "…"
      decides a return request (leadkeep lead requests)
  leadkeep lead return ID --undo --why "…"
      undoes a mistaken return

Without --yes, --file only shows what it would do. The codes are those of the buyer in the catalogue (returns.reasons).`;

/** `leadkeep lead return`: a buyer sends leads back, or a return was a mistake. */
export function addLeadReturn(lead: Command, cli: Cli): void {
  lead
    .command('return')
    .description('record that a buyer sent leads back')
    .argument('[id]', 'the svc_lead_id of the lead')
    .option('--reason <code>', 'why the buyer returned it: a code of the catalogue')
    .option('--by <name>', 'who recorded it (default: the user of this machine)', whoArgument)
    .option('--evidence <text>', 'what the buyer shows for a return that is reviewed: words and links')
    .option('--override', "return it even if it's too late, over the share of returns, or to be reviewed")
    .option('--accept', 'accept the return request of the lead')
    .option('--decline', 'decline the return request of the lead')
    .option(
      '--why <text>',
      'the reason to override, to undo, to accept, or to decline; no personal data',
      whyArgument,
    )
    .option('--file <csv>', "return the leads in a buyer's file")
    .option('--destination <handle>', 'with --file: only leads of this buyer or offer')
    .option(
      '--column <field=name>',
      'with --file: the column that has the id, reference, reason or evidence; repeatable',
      collectPairs,
    )
    .option(
      '--meaning <text=code>',
      'with --file: the code that a reason of the file means; repeatable',
      collectPairs,
    )
    .option('--skip-errors', 'with --file: leave out the rows with errors')
    .option('--yes', 'return the leads; without it, --file only shows the plan')
    .option('--undo', 'undo the return of the lead')
    .addHelpText('after', FORMS)
    .action(async (id: string | undefined, options: Options) => {
      const wrong = misused(id, options);
      if (wrong !== undefined) throw new CliError(`${wrong}; see --help`);
      const { reason = '', by, why, override, file, destination, yes = false, undo } = options;
      const { evidence, accept, decline } = options;
      const over = compact({ override, why });
      if (file !== undefined) {
        const body = { destination, mapping: mappingOf(options, FIELDS), skip_errors: options.skipErrors };
        await returnFile(cli, file, compact({ ...body, ...over }), { by, yes });
        return;
      }
      const values = { id: needId(id ?? '') };
      const { sentence } = await withOperator(cli, async ({ call }) => {
        if (undo === true) return call(undoReturn, { values, body: { why: why ?? '' }, by });
        if (accept !== true && decline !== true)
          return call(returnLead, { values, body: { reason, ...compact({ evidence }), ...over }, by });
        const outcome = accept === true ? ('accepted' as const) : ('declined' as const);
        return call(decideReturn, { values, body: { outcome, ...compact({ why }) }, by });
      });
      cli.print(sentence);
    });
}

export type Pair = readonly [string, string];

/** Adds `name=value` to the pairs before it. */
export function collectPairs(text: string, before: readonly Pair[] = []): readonly Pair[] {
  const [, name = '', value = ''] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It must be two texts with = between them');
  return [...before, [name.trim(), value.trim()]];
}

const FIELDS = ['id', 'reference', 'reason', 'evidence'] as const;

/** The columns and meanings that the options name. Undefined: none, so they are found by name, or remembered. */
export function mappingOf(
  { column, meaning }: Pick<Options, 'column' | 'meaning'>,
  fields: readonly string[],
): BulkReturnBody['mapping'] {
  if (!column && !meaning) return undefined;
  const wrong = column?.find(([field]) => !fields.includes(field));
  if (wrong) throw new CliError(`--column ${wrong[0]}: must be one of ${fields.join(', ')}`);
  return compact({
    columns: column && Object.fromEntries(column),
    meanings: meaning?.map(([text, means]) => ({ text, means })),
  });
}

/** What is wrong with the options together. */
function misused(id: string | undefined, options: Options): string | undefined {
  const { reason, override, why, file, destination, yes, undo, evidence, accept, decline } = options;
  const decides = accept === true || decline === true;
  if (accept === true && decline === true) return 'Give --accept or --decline, not both';
  if (decides && [file, reason, evidence, override, undo].some((given) => given !== undefined))
    return 'With --accept or --decline, give no --file, --reason, --evidence, --override or --undo';
  if (decides && id === undefined) return 'Give the ID of the lead';
  if (decline === true && why === undefined) return 'With --decline, give the reason: --why "…"';
  if (file !== undefined && [id, reason, undo, evidence].some((given) => given !== undefined))
    return 'With --file, give no ID, --reason, --evidence or --undo: the file has the leads and reasons';
  if (file === undefined && (destination !== undefined || yes === true))
    return '--destination and --yes go with --file';
  if (file === undefined && (options.column ?? options.meaning ?? options.skipErrors) !== undefined)
    return '--column, --meaning and --skip-errors go with --file';
  if (file === undefined && id === undefined) return 'Give an ID, or --file';
  if (undo === true && [reason, override, evidence].some((given) => given !== undefined))
    return 'With --undo, give no --reason, --evidence or --override';
  if (undo === true && why === undefined) return 'With --undo, give the reason: --why "…"';
  if (override === true && why === undefined) return 'With --override, give the reason: --why "…"';
  if (why !== undefined && undo !== true && override !== true && !decides)
    return '--why goes with --override, --undo, --accept or --decline';
  return file === undefined && undo !== true && !decides && reason === undefined
    ? 'Give the code of the reason: --reason CODE'
    : undefined;
}

/** `leadkeep lead requests`: what buyers ask to return. */
export function addLeadRequests(lead: Command, cli: Cli): void {
  lead
    .command('requests')
    .description('list the return requests that wait for a decision, the nearest deadline first')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const answer = await withOperator(cli, ({ call }) => call(returnRequests));
      printAnswer(cli, answer, json, {
        lists: { requests: 'lead=lead_id buyer reason=code evidence decide_by past_deadline buyer_cents' },
        none: 'No return request waits for a decision.',
      });
    });
}
