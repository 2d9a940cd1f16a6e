import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { readAmount } from '../../core/money/read-amount.js';
import { recordStage } from '../../operator-api/handlers/stages.js';
import { recordStagesOfFile } from '../act-on-many.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { collectPairs, mappingOf, type Pair } from './lead-return.js';
import { needId, whoArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

interface Options {
  readonly stage?: string;
  readonly on?: string;
  readonly value?: string;
  readonly withdrawn?: boolean;
  readonly by?: string;
  readonly file?: string;
  readonly buyer?: string;
  readonly column?: readonly Pair[];
  readonly meaning?: readonly Pair[];
  readonly yes?: boolean;
}

const FIELDS = ['id', 'reference', 'email', 'phone', 'stage', 'on', 'value'];

const FORMS = `
Two forms:
  leadkeep lead stage ID --stage CODE --on 2026-10-31 [--value 120.50]
  leadkeep lead stage --file stages.csv --buyer HANDLE [--yes]
      columns: id, reference (the buyer's), email or phone; stage (its code or label), on (a day, or withdrawn), and
      optionally value. For other columns:
      --column 'reference=Student no' --column 'stage=Status' --meaning 'Reg. complete=enrolled'
      With --yes, they're remembered for the buyer's next files.

The codes are those of the buyer in the catalogue (stages). Rows with a fault are listed and left out.`;

/** `leadkeep lead stage`: what became of sold leads. */
export function addLeadStage(lead: Command, cli: Cli): void {
  lead
    .command('stage')
    .description('record what became of sold leads: contacted, enrolled, …')
    .argument('[id]', 'the svc_lead_id of the lead')
    .option('--stage <code>', 'which stage the lead reached: a code of the catalogue')
    .option('--on <day>', "on which day, in the buyer's time zone (default: today)")
    .option('--value <amount>', 'what it is worth to the buyer')
    .option('--withdrawn', 'the lead did not reach the stage after all')
    .option('--by <name>', 'who recorded it (default: the user of this machine)', whoArgument)
    .option('--file <csv>', "record the stages in a buyer's file")
    .option('--buyer <handle>', 'with --file: the buyer whose file it is')
    .option(
      '--column <field=name>',
      `with --file: the column that has the ${FIELDS.slice(0, -1).join(', ')} or value; repeatable`,
      collectPairs,
    )
    .option(
      '--meaning <text=code>',
      'with --file: the code that a stage of the file means; repeatable',
      collectPairs,
    )
    .option('--yes', 'record them; without it, --file only shows the plan')
    .addHelpText('after', FORMS)
    .action(async (id: string | undefined, options: Options) => {
      const { stage = '', on, value, withdrawn, by, file, buyer, yes = false } = options;
      if (file !== undefined) {
        if (id !== undefined || [stage || undefined, on, value, withdrawn].some((one) => one !== undefined))
          throw new CliError('With --file, give no ID, --stage, --on, --value or --withdrawn; see --help');
        if (buyer === undefined) throw new CliError('Give the buyer whose file it is: --buyer HANDLE');
        const mapping = mappingOf(options, FIELDS);
        await recordStagesOfFile(cli, file, { buyer, ...compact({ mapping }) }, { by, yes });
        return;
      }
      if (buyer !== undefined || yes || options.column || options.meaning)
        throw new CliError('--buyer, --column, --meaning and --yes go with --file; see --help');
      if (stage === '') throw new CliError('Give the stage: --stage CODE');
      const value_cents = value === undefined ? undefined : readAmount(value);
      if (value !== undefined && value_cents === undefined)
        throw new CliError('The value must be an amount like 120 or 120.50');
      const body = { stage, ...compact({ on, withdrawn, value_cents }) };
      const values = { id: needId(id ?? '') };
      const { sentence } = await withOperator(cli, ({ call }) => call(recordStage, { values, body, by }));
      cli.print(sentence);
    });
}
