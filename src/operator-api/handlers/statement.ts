import { openStatement } from '../../app/money/open-statement.js';
import { statementJson } from '../../app/money/write-statement.js';
import { isMonth } from '../../core/money/period.js';
import { PARTY_KINDS } from '../../core/money/statement.js';
import { malformed } from '../../http/faults.js';
import { JsonText } from '../../http/send.js';
import { noParty } from '../faults.js';
import { inPath, oneOf, such, text } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

export const STATEMENT_PARAMETERS = {
  kind: inPath(oneOf(PARTY_KINDS), 'Whose statement'),
  handle: inPath(text('lakeshore'), 'The handle of the buyer or affiliate'),
  month: inPath(such(isMonth, 'a month like 2026-10', '2026-10'), 'The month, in the accounting zone'),
};

/** Answers in parts, since a statement may have any number of lines. */
export async function statement(
  { statements }: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof STATEMENT_PARAMETERS>>,
): Promise<object> {
  const opened = await openStatement(statements, values);
  if (opened.outcome === 'opened') return new JsonText(statementJson(opened.statement));
  if (opened.outcome === 'unknown') throw noParty(values.kind);
  throw malformed(`${opened.why}.`, 400, 'month');
}
