import { csvParts } from '../../app/csv/write-csv.js';
import { openOwnStatement } from '../../app/money/open-own-statement.js';
import { statementCsv, statementJson } from '../../app/money/write-statement.js';
import { envelope } from '../../core/envelope.js';
import { wordsOfStatement } from '../../core/messages.js';
import { CsvText, JsonText, type LongText } from '../../http/send.js';
import type { Handler } from '../call.js';

/** Answers with the affiliate's statement of a month, in parts, since it may have any number of lines. */
export const statement: Handler<undefined, LongText> = async (
  ports,
  { params, key, accepts, request_id },
) => {
  const { month = '' } = params;
  const opened = await openOwnStatement(ports, key, month);
  const { number } = opened.head;
  if (accepts('application/json', 'text/csv') === 'text/csv')
    return new CsvText(csvParts(statementCsv(opened)), `${number ?? `${month}-draft`}.csv`);
  const head = { ...envelope('OK', wordsOfStatement(number === undefined), {}), request_id };
  return new JsonText(statementJson(opened, head));
};
