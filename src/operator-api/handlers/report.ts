import { report } from '../../app/reports/report.js';
import { SORTABLE } from '../../app/reports/sort-rows.js';
import { isZone } from '../../core/reports/calendar.js';
import { compact } from '../../core/catalogue/compact.js';
import { MAX_SUBID_LENGTH } from '../../core/lead/tracking-keys.js';
import { DIMENSIONS } from '../../core/reports/dimensions.js';
import { isDate, ReportRefused } from '../../core/reports/report-request.js';
import { invalidField, malformed } from '../../http/faults.js';
import { needed, oneOf, optional, several, someOf, such, text } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const day = such(isDate, 'a day like 2026-10-31', '2026-10-31');

const MAX_ONLY = 'subid='.length + MAX_SUBID_LENGTH;

export const REPORT_PARAMETERS = {
  from: needed(day, 'The first day'),
  to: needed(day, 'The last day, included'),
  zone: optional(
    such(isZone, 'a time zone like America/Chicago', 'America/Chicago'),
    "The zone of days and hours; by default the books' own",
  ),
  by: optional(someOf(DIMENSIONS), 'One row for each of these; by default only the total'),
  only: several(
    text('affiliate=northwind', MAX_ONLY),
    'Only what belongs to it: a group, `=`, and a value. May be sent several times',
  ),
  sort: optional(oneOf([...DIMENSIONS, ...SORTABLE]), 'A group or a column'),
};

export async function makeReport(
  { reporting, takeTurn }: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof REPORT_PARAMETERS>>,
) {
  const { from, to, zone, by = [], only = [], sort } = values;
  if (from > to) throw invalidField('from', 'on or before to');
  const request = { from, to, by, only, ...compact({ zone, sort }) };
  try {
    const { by: _, ...made } = await takeTurn(() => report(reporting, request));
    return made;
  } catch (error) {
    throw error instanceof ReportRefused ? malformed(error.message) : error;
  }
}
