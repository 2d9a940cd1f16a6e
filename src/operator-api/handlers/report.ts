import { report } from '../../app/reports/report.js';
import { SORTABLE } from '../../app/reports/sort-rows.js';
import { isZone } from '../../core/reports/calendar.js';
import { compact } from '../../core/catalogue/compact.js';
import { MAX_SUBID_LENGTH } from '../../core/lead/tracking-keys.js';
import { DIMENSIONS } from '../../core/reports/dimensions.js';
import { RANGES } from '../../core/reports/ranges.js';
import { isDate, ReportRefused } from '../../core/reports/report-request.js';
import { invalidField, malformed } from '../../http/faults.js';
import { oneOf, optional, several, someOf, such, text } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

export const reportDay = such(isDate, 'a day like 2026-10-31', '2026-10-31');

const MAX_ONLY = 'subid='.length + MAX_SUBID_LENGTH;

export const reportOnly = several(
  text('affiliate=northwind', MAX_ONLY),
  'Only what belongs to it: a group, `=`, and a value. May be sent several times',
);

export const REPORT_PARAMETERS = {
  from: optional(reportDay, 'The first day'),
  to: optional(reportDay, 'The last day, included'),
  range: optional(oneOf(RANGES), 'Days that move with the calendar, instead of from and to'),
  zone: optional(
    such(isZone, 'a time zone like America/Chicago', 'America/Chicago'),
    "The zone of days and hours; by default the books' own",
  ),
  by: optional(someOf(DIMENSIONS), 'One row for each of these; by default only the total'),
  only: reportOnly,
  sort: optional(oneOf([...DIMENSIONS, ...SORTABLE]), 'A group or a column'),
  compare: optional(
    oneOf(['previous'] as const),
    '`previous`: each row also has the columns of the period before: as many days, or the same days of the month before',
  ),
};

export async function makeReport(
  { reporting, takeTurn }: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof REPORT_PARAMETERS>>,
) {
  const { by = [], only = [], ...asked } = values;
  const { from, to } = asked;
  if (from !== undefined && to !== undefined && from > to) throw invalidField('from', 'on or before to');
  const request = { ...compact(asked), by, only };
  try {
    const { by: _, ...made } = await takeTurn(() => report(reporting, request));
    return made;
  } catch (error) {
    throw error instanceof ReportRefused ? malformed(error.message) : error;
  }
}
