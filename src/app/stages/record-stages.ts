import { DateTime } from 'luxon';
import { stagesOf } from '../../core/catalogue/stages.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { isCalendarDate } from '../../core/lead/field-value.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { readAmount } from '../../core/money/read-amount.js';
import {
  evaluateStage,
  NO_SUCH_LEAD,
  type LeadStage,
  type StageReport,
  type StageRule,
} from '../../core/stages/lead-stage.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import {
  countEach,
  type Acted,
  type LeadAct,
  type PlannedAct,
  type RowResult,
} from '../lead-files/act-on-leads.js';
import { wordsOf, type Meaning } from '../lead-files/map-columns.js';
import type { FileKind, LeadRow } from '../lead-files/read-lead-file.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { StageStore } from '../ports/stage-store.js';

/** How often a write is tried while another caller changes the same stage. */
const MAX_TRIES = 3;

export interface StagePorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly stages: Pick<StageStore, 'ofLeads' | 'write'>;
  readonly catalogue: Catalogue;
  readonly clock: () => Date;
  /** For how many days after a sale stages are taken. */
  readonly stageDays: number;
}

export type StageRecorded =
  | { readonly outcome: 'recorded'; readonly stage: LeadStage }
  | { readonly outcome: 'already' | 'later' }
  | { readonly outcome: 'refused'; readonly rule: StageRule; readonly why: string };

/** Records a stage of a lead, or corrects it. Reports may come in any order and several times. */
export async function recordStage(
  { leads, stages, catalogue, clock, stageDays: taken_for_days }: StagePorts,
  id: string,
  report: StageReport,
  { buyer_id, known: read }: { readonly buyer_id?: string; readonly known?: LeadRecord } = {},
): Promise<StageRecorded> {
  const lead = read ?? (await leads.read(id)) ?? undefined;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const known = (await stages.ofLeads([id])).find(({ stage }) => stage === report.stage);
    const evaluated = evaluateStage({
      ...{ lead, report, known, catalogue, now: clock(), taken_for_days },
      ...(buyer_id !== undefined && { buyer_id }),
    });
    if (evaluated.kind === 'already') return { outcome: 'already' };
    if (evaluated.kind === 'refused') return { ...evaluated, outcome: 'refused' };
    if (await stages.write(evaluated.next)) return { outcome: 'recorded', stage: evaluated.next };
  }
  return { outcome: 'later' };
}

/** Records a stage of one lead, with entries in the audit log. Throws ActRefused if nothing was changed. */
export async function recordStageAs(
  ports: StagePorts,
  audit: AuditPorts,
  id: string,
  report: StageReport,
): Promise<Acted<'recorded' | 'already'>> {
  const { stage, on = 'today' } = report;
  const done = await audited(
    audit,
    { action: 'lead.stage', on: { kind: 'lead', ids: [id] }, facts: { stage, on: on ?? 'withdrawn' } },
    () => recordStage(ports, id, report),
    ({ outcome }) => ({
      result: outcome === 'recorded' ? 'done' : outcome === 'already' ? 'nothing' : 'refused',
    }),
  );
  const said = on === null ? `${stage} is withdrawn` : `the lead reached ${stage} on ${on}`;
  switch (done.outcome) {
    case 'recorded':
      return { outcome: 'recorded', sentence: `Recorded: ${said}. Reports show it within a minute.` };
    case 'already':
      return { outcome: 'already', sentence: `Nothing changed: it was recorded before that ${said}.` };
    case 'later':
      throw new ActRefused(
        'conflict',
        'The lead is being changed at this moment: try it again; nothing was changed',
      );
    case 'refused':
      if (done.rule === 'no_lead')
        throw new ActRefused('unknown', 'There is no sold lead with this id', 'id');
      if (done.rule === 'unknown_stage') throw new ActRefused('invalid', `The lead ${done.why}`, 'stage');
      if (done.rule === 'future' || done.rule === 'before_sale')
        throw new ActRefused('invalid', `The lead ${done.why}`, 'on');
      throw new ActRefused('conflict', `The lead ${done.why}; nothing was changed`);
  }
}

/** One row of a buyer's file of stages. */
interface StageRow extends LeadRow, Pick<StageReport, 'stage' | 'value_cents'> {
  readonly on: string | null;
}

/** A stage that would be recorded. */
export interface PlannedStage extends PlannedAct {
  readonly line: number;
  readonly report: StageReport;
}

/** Who reports, and of which buyer's leads. */
interface Asked {
  readonly by: string;
  readonly buyer_id: string;
  /** Which codes the buyer's own words mean. */
  readonly meanings?: readonly Meaning[];
  /** Absent: rows can't name a person. */
  readonly keysOf?: FileKind<never>['keysOf'];
}

const WITHDRAWN = ['withdrawn', 'no'];
/** How spreadsheets in the US write days. */
const DAY_FORMATS = [
  'M/d/yyyy',
  'M/d/yy',
  'M-d-yyyy',
  'MMM d, yyyy',
  'MMMM d, yyyy',
  'd MMM yyyy',
  'yyyyMMdd',
];

/** A day as a buyer's file writes it, without its time. Undefined: it is none. */
function readDay(text: string): string | undefined {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text) ?? [];
  if (iso !== undefined) return isCalendarDate(iso) ? iso : undefined;
  const day = text.replace(/ +\d{1,2}:\d{2}.*$/, '');
  const read = DAY_FORMATS.map((format) =>
    DateTime.fromFormat(day, format, { zone: 'utc', locale: 'en-US' }),
  );
  return read.find(({ isValid }) => isValid)?.toISODate() ?? undefined;
}

/** An amount as a spreadsheet writes it. */
const readValue = (text: string): number | undefined =>
  readAmount(text.replaceAll(/^\$|,(?=\d{3}(?:\D|$))/g, ''));

const notSo = (why: string): RowResult => ({ outcome: 'not', text: `not recorded: it ${why}` });

/** Records the stages in a buyer's file with the columns `stage`, `on` and, optionally, `value`. */
export function stageAct(
  ports: StagePorts,
  { by, buyer_id, meanings = [], keysOf }: Asked,
): LeadAct<StageRow, PlannedStage> & { readonly heard: { readonly unknown: ReadonlySet<string> } } {
  const of = { buyer_id };
  const codes = new Map(
    stagesOf(ports.catalogue, ports.catalogue.buyers.get(buyer_id)).flatMap(({ code, label }) => [
      [wordsOf(code), code],
      [wordsOf(label), code],
    ]),
  );
  const meant = new Map(meanings.map(({ text, means }) => [wordsOf(text), means]));
  const unknown = new Set<string>();
  let known: readonly LeadStage[] = [];
  return {
    heard: { unknown },
    async prepare(leads) {
      known = await ports.stages.ofLeads(leads.map(({ id }) => id));
    },
    action: 'lead.stage',
    facts: (some) => ({ stages: countEach(some.map(({ report }) => report.stage)) }),
    noSuchLead: `the lead ${NO_SUCH_LEAD}`,
    file: {
      required: ['stage', 'on'],
      optional: ['value'],
      ...(keysOf && { keysOf }),
      read: ({ stage: said = '', on: day = '', value = '' }, row) => {
        if (said === '') return 'there is no stage';
        const stage = codes.get(wordsOf(said)) ?? meant.get(wordsOf(said));
        if (stage === undefined) {
          unknown.add(said);
          return `"${said}" is none of the stages of this buyer: ${[...new Set(codes.values())].join(', ')}`;
        }
        const on = WITHDRAWN.includes(day.toLowerCase()) ? null : readDay(day);
        if (on === undefined) return `"${day}" is no day like 2026-10-31 or 10/31/2026`;
        const value_cents = value === '' ? undefined : readValue(value);
        if (value !== '' && value_cents === undefined) return `"${value}" is no amount like 120 or 120.50`;
        return {
          ...{ ...row, stage, on },
          ...(value_cents !== undefined && { value_cents }),
        };
      },
    },
    each: ({ stage }) => stage,
    asks: ({ stage, on, value_cents }) =>
      `${stage} on ${on ?? 'no day'}${value_cents === undefined ? '' : ` for ${value_cents / 100}`}`,
    plan({ line, stage, on, value_cents }, lead) {
      const report: StageReport = {
        ...{ stage, on, source: 'file', by },
        ...(value_cents !== undefined && { value_cents }),
      };
      const before = known.find((one) => one.lead_id === lead.id && one.stage === stage);
      const facts = { lead, report, known: before, catalogue: ports.catalogue, now: ports.clock(), ...of };
      const evaluated = evaluateStage({ ...facts, taken_for_days: ports.stageDays });
      switch (evaluated.kind) {
        case 'refused':
          return Promise.resolve(`the lead ${evaluated.why}`);
        case 'already':
          return Promise.resolve({
            ...{ lead, line, report },
            foreseen: { outcome: 'already', text: 'already recorded' },
          });
        case 'record': {
          const text = before ? 'would be corrected' : 'would be recorded';
          return Promise.resolve({ lead, line, report, foreseen: { outcome: 'done', text } });
        }
      }
    },
    async act({ lead, report }) {
      const done = await recordStage(ports, lead.id, report, { ...of, known: lead });
      switch (done.outcome) {
        case 'recorded':
          return { outcome: 'done', text: done.stage.revision > 0 ? 'corrected' : 'recorded' };
        case 'already':
          return { outcome: 'already', text: 'already recorded' };
        case 'refused':
          return notSo(done.why);
        case 'later':
          return notSo('is being changed at this moment');
      }
    },
  };
}
