import { recordStageAs, type StagePorts } from '../../app/stages/record-stages.js';
import { stageReport, STAGE_GROUPS } from '../../app/stages/stage-report.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import { invalidField, malformed } from '../../http/faults.js';
import type { StageBody } from '../bodies/lead-acts.js';
import { needed, optional, someOf } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { reportDay, reportOnly } from './report.js';

/** What recording stages needs, with the catalogue in force. */
export const stagePorts = ({ leads, stages, catalogue, clock, stageDays }: OperatorPorts): StagePorts => ({
  ...{ leads, stages, clock, stageDays },
  catalogue: catalogue.current(),
});

/** The lead reached a stage, or did not after all. */
export const recordStage = (
  ports: OperatorPorts,
  { values, body, viewer, audit }: OperatorCall<{ readonly id: string }, StageBody>,
) => {
  const { stage, on, withdrawn = false, value_cents } = body;
  if (withdrawn && on !== undefined) throw invalidField('on', 'absent: the stage is withdrawn');
  return recordStageAs(stagePorts(ports), audit, values.id, {
    ...{ stage, source: 'operator', by: viewer.name },
    ...(withdrawn ? { on: null } : on !== undefined && { on }),
    ...(value_cents !== undefined && { value_cents }),
  });
};

export const STAGE_REPORT_PARAMETERS = {
  from: needed(reportDay, 'The first day of sales, in the accounting zone'),
  to: needed(reportDay, 'The last day of sales, included'),
  by: optional(someOf(STAGE_GROUPS), 'One row for each of these; by default only the total'),
  only: reportOnly,
};

/** What became of the leads that were sold on some days. */
export async function reportStages(
  { reporting, takeTurn }: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof STAGE_REPORT_PARAMETERS>>,
) {
  const { from, to, by = [], only = [] } = values;
  if (from > to) throw invalidField('from', 'on or before to');
  try {
    return await takeTurn(() => stageReport(reporting, { from, to, by, only }));
  } catch (error) {
    throw error instanceof ReportRefused ? malformed(error.message) : error;
  }
}
