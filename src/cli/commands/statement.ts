import { Argument, Option, type Command } from 'commander';
import {
  nullNote,
  PARTY_KINDS,
  type Party,
  type PartyKind,
  type StatementTotals,
} from '../../core/money/statement.js';
import { openStatement, type Statement } from '../../app/money/open-statement.js';
import { statementPdf } from '../../app/money/print-statement.js';
import { statementCsv, statementJson, type StatementText } from '../../app/money/write-statement.js';
import { audited, type Act } from '../../app/audit/audited.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { renderStatement } from '../render/statement.js';
import { statementHtml } from '../render/statement-html.js';
import { writeBytes } from '../write-files.js';
import { withOperator } from '../wiring/with-operator.js';

interface Options {
  readonly month: string;
  readonly csv?: true;
  readonly json?: true;
  readonly html?: true;
  readonly pdf?: string;
}

const MORE = `
A closed month's statement has a number and is the same whenever it is printed. An open month's is a draft.
Amounts of a buyer are what it owes you; amounts of an affiliate are what you owe it. Negative amounts are credits.`;

/** `leadkeep statement buyer|affiliate HANDLE|ID --month 2026-10`: one month's movements of one party. */
export function addStatement(program: Command, cli: Cli): void {
  program
    .command('statement')
    .description("print a buyer's or an affiliate's statement of a month")
    .addArgument(new Argument('<kind>', 'whose statement').choices(PARTY_KINDS))
    .argument('<handle>', 'the handle or id of the buyer or affiliate')
    .requiredOption('--month <month>', 'the month, like 2026-10')
    .addOption(new Option('--csv', 'print CSV, for accounting software').conflicts(['json', 'html', 'pdf']))
    .addOption(new Option('--json', 'print JSON').conflicts(['csv', 'html', 'pdf']))
    .addOption(new Option('--html', 'print an HTML page, for paper').conflicts(['csv', 'json', 'pdf']))
    .option('--pdf <file>', 'write a PDF file, to send to the party')
    .addHelpText('after', MORE)
    .action(async (kind: PartyKind, handle: string, options: Options) => {
      await withOperator(cli, async ({ ports, audit }) => {
        const opened = await openStatement(ports.statements, { kind, party: handle, month: options.month });
        if (opened.outcome !== 'opened') throw new CliError(opened.why);
        const { head } = opened.statement;
        const write = writerOf(options);
        const { pdf } = options;
        if (pdf !== undefined) {
          const bytes = await audited(audit, exportOf(head.party, options), () =>
            statementPdf(ports.printStatement, opened.statement),
          );
          writeBytes(pdf, bytes);
          cli.print(`Wrote ${pdf}.`);
        } else if (write)
          await audited(audit, exportOf(head.party, options), () => printAll(cli, write(opened.statement)));
        else cli.print(await renderStatement(opened.statement));
      });
    });
}

const exportOf = ({ kind, handle }: Party, { month, csv, json, pdf }: Options): Act => ({
  action: 'books.export',
  on: { kind: 'statement', ids: [`${kind} ${handle}`, month] },
  facts: { format: csv ? 'csv' : json ? 'json' : pdf === undefined ? 'html' : 'pdf' },
});

function writerOf({ csv, json, html }: Options): ((statement: Statement) => StatementText) | undefined {
  if (csv) return statementCsv;
  if (json) return statementJson;
  return html ? statementHtml : undefined;
}

async function printAll(cli: Cli, text: StatementText): Promise<void> {
  let totals: StatementTotals | undefined;
  while (!totals) {
    const { done, value } = await text.next();
    if (done) totals = value;
    else cli.print(value);
  }
  const note = nullNote(totals);
  if (note !== undefined) cli.note(note);
}
