import { listStatements } from '../../app/money/list-statements.js';
import { markStatements, unmarkStatements } from '../../app/money/mark-statements.js';
import type { MarkBody, UnmarkBody } from '../bodies/books.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import type { MONTH_PARAMETERS } from './books.js';

/** All statements of a month, with their totals and marks. */
export const listMonthStatements = (
  { statements, entries, marks }: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof MONTH_PARAMETERS>>,
) => listStatements({ ...statements, entries, marks }, values.month);

/** Marks statements as sent or paid. */
export const mark = (
  { marks, periods, books, clock }: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, MarkBody>,
) => markStatements({ marks, periods, books, clock }, audit, { ...body, by: viewer.name });

/** Takes marks back. */
export const unmark = (
  { marks, periods, books, clock }: OperatorPorts,
  { body, audit }: OperatorCall<object, UnmarkBody>,
) => unmarkStatements({ marks, periods, books, clock }, audit, body);
