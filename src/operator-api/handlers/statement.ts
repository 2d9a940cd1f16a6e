import { audited } from '../../app/audit/audited.js';
import { csvParts } from '../../app/csv/write-csv.js';
import { openStatement, type Statement } from '../../app/money/open-statement.js';
import { statementPdf } from '../../app/money/print-statement.js';
import { statementCsv, statementJson } from '../../app/money/write-statement.js';
import { isMonth } from '../../core/money/period.js';
import { PARTY_KINDS, type StatementHead } from '../../core/money/statement.js';
import { malformed } from '../../http/faults.js';
import { CsvText, JsonText, PdfFile } from '../../http/send.js';
import { noParty } from '../faults.js';
import { inPath, oneOf, such, text } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

export const STATEMENT_PARAMETERS = {
  kind: inPath(oneOf(PARTY_KINDS), 'Whose statement'),
  handle: inPath(text('lakeshore'), 'The handle or id of the buyer or affiliate'),
  month: inPath(such(isMonth, 'a month like 2026-10', '2026-10'), 'The month, in the accounting zone'),
};

type Call = OperatorCall<ValuesOf<typeof STATEMENT_PARAMETERS>>;

/**
 * Answers in parts, since a statement may have any number of lines. A program takes it away, so the audit log has an export;
 * a person reads it on the console's screen.
 */
export const statement = async (ports: OperatorPorts, call: Call) =>
  new JsonText(
    statementJson(await (call.viewer.kind === 'key' ? exported(ports, call, 'json') : opened(ports, call))),
  );

/** Its lines, as the command line writes them. An export, so the audit log has it. */
export const statementLines = async (ports: OperatorPorts, call: Call) =>
  new CsvText(csvParts(statementCsv(await exported(ports, call, 'csv'))));

/** On pages, for the party. An export too. */
export async function statementPages(ports: OperatorPorts, call: Call): Promise<PdfFile> {
  const { head, lines } = await opened(ports, call);
  const { number, month, party } = head;
  const bytes = await exporting(call, head, 'pdf', () =>
    ports.takeTurn(() => statementPdf(ports.printStatement, { head, lines })),
  );
  return new PdfFile(bytes, `${number ?? `${month}-${party.kind}-${party.handle}-draft`}.pdf`);
}

/** Nothing of it is read before the entry in the audit log, which has the handle, also if an id was sent. */
async function exported(ports: OperatorPorts, call: Call, format: 'json' | 'csv'): Promise<Statement> {
  const statement = await opened(ports, call);
  return exporting(call, statement.head, format, () => Promise.resolve(statement));
}

function exporting<T>(
  { audit }: Call,
  { party, month }: StatementHead,
  format: string,
  run: () => Promise<T>,
): Promise<T> {
  const on = { kind: 'statement', ids: [`${party.kind} ${party.handle}`, month] };
  return audited(audit, { action: 'books.export', on, facts: { format } }, run);
}

async function opened({ statements }: OperatorPorts, { values }: Call): Promise<Statement> {
  const { kind, handle, month } = values;
  const opened = await openStatement(statements, { kind, party: handle, month });
  if (opened.outcome === 'opened') return opened.statement;
  if (opened.outcome === 'unknown') throw noParty(kind);
  if (opened.outcome === 'ambiguous') throw malformed(`${opened.why}.`, 400, 'handle');
  throw malformed(`${opened.why}.`, 400, 'month');
}
