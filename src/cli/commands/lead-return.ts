import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { returnLead, undoReturn } from '../../operator-api/handlers/return.js';
import { returnFile } from '../act-on-many.js';
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
  readonly yes?: boolean;
  readonly undo?: boolean;
}

const FORMS = `
Three forms:
  leadkeep lead return ID --reason CODE [--override --why "…"]
  leadkeep lead return --file returns.csv [--destination HANDLE] [--override --why "…"] [--yes]
      columns: id or reference (the buyer's), and reason (the code)
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
    .option('--override', "return it even if it's too late or over the share of returns")
    .option('--why <text>', 'the reason to override or to undo; no personal data', whyArgument)
    .option('--file <csv>', "return the leads in a buyer's file")
    .option('--destination <handle>', 'with --file: only leads of this buyer or offer')
    .option('--yes', 'return the leads; without it, --file only shows the plan')
    .option('--undo', 'undo the return of the lead')
    .addHelpText('after', FORMS)
    .action(async (id: string | undefined, options: Options) => {
      const wrong = misused(id, options);
      if (wrong !== undefined) throw new CliError(`${wrong}; see --help`);
      const { reason = '', by, why, override, file, destination, yes = false, undo } = options;
      const over = compact({ override, why });
      if (file !== undefined) {
        await returnFile(cli, file, compact({ destination, ...over }), { by, yes });
        return;
      }
      const values = { id: needId(id ?? '') };
      const { sentence } = await withOperator(cli, async ({ call }) =>
        undo === true
          ? call(undoReturn, { values, body: { why: why ?? '' }, by })
          : call(returnLead, { values, body: { reason, ...over }, by }),
      );
      cli.print(sentence);
    });
}

/** What is wrong with the options together. */
function misused(id: string | undefined, options: Options): string | undefined {
  const { reason, override, why, file, destination, yes, undo } = options;
  if (file !== undefined && (id !== undefined || reason !== undefined || undo === true))
    return 'With --file, give no ID, --reason or --undo: the file has the leads and reasons';
  if (file === undefined && (destination !== undefined || yes === true))
    return '--destination and --yes go with --file';
  if (file === undefined && id === undefined) return 'Give an ID, or --file';
  if (undo === true && (reason !== undefined || override === true))
    return 'With --undo, give no --reason and no --override';
  if (undo === true && why === undefined) return 'With --undo, give the reason: --why "…"';
  if (override === true && why === undefined) return 'With --override, give the reason: --why "…"';
  if (why !== undefined && undo !== true && override !== true) return '--why goes with --override or --undo';
  return file === undefined && undo !== true && reason === undefined
    ? 'Give the code of the reason: --reason CODE'
    : undefined;
}
