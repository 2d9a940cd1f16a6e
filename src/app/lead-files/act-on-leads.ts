import { MAX_SUBJECTS, type AuditFacts } from '../../core/audit/audit-entry.js';
import type { AuditAction } from '../../core/audit/actions.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { audited, type AuditPorts, type Ended } from '../audit/audited.js';
import type { Destination } from './destination.js';
import { findLeads, type FindPorts } from './find-leads.js';
import { readLeadFile, type FileKind, type LeadRow, type RowIssue } from './read-lead-file.js';

/** What was done to one lead, in one sentence with a period. */
export interface Acted<Outcome extends string> {
  readonly outcome: Outcome;
  readonly sentence: string;
}

/** How an act on one of many leads ended. `not`: a rule or another change did not allow it. */
export interface RowResult {
  readonly outcome: 'done' | 'already' | 'not';
  /** In words, like `accepted` or `not settled: it is rejected, which is final`. */
  readonly text: string;
}

/** What acting on one lead would do. */
export interface PlannedAct {
  /** The lead as the plan saw it. */
  readonly lead: LeadRecord;
  /** Of the file. */
  readonly line?: number;
  readonly foreseen: RowResult;
}

/** What is done to many leads. */
export interface CarriedAct<Plan extends PlannedAct> {
  readonly action: AuditAction;
  readonly why?: string | undefined;
  /** What the audit log says of some of them. */
  readonly facts: (some: readonly Plan[]) => AuditFacts;
  readonly act: (plan: Plan) => Promise<RowResult>;
  /** Rows without a fault are carried out though others have one. Absent: with any fault, nothing is. */
  readonly skipsFaults?: true;
}

/** What is done to the leads in a buyer's file. */
export interface LeadAct<Row extends LeadRow, Plan extends PlannedAct> extends CarriedAct<Plan> {
  readonly file: FileKind<Row>;
  /** What tells several rows of one lead apart. Absent: a lead has one row. */
  readonly each?: (row: Row) => string;
  /** In which such rows must agree. */
  readonly asks: (row: Row) => string;
  /** What would be done, or a message that gives the reason why not. Changes nothing. */
  readonly plan: (row: Row, lead: LeadRecord) => Promise<Plan | string>;
  /** What is said of every row whose lead isn't found. Absent: why it isn't. */
  readonly noSuchLead?: string;
  /** Reads what `plan` needs of some leads at once. */
  readonly prepare?: (leads: readonly LeadRecord[]) => Promise<void>;
}

export interface LeadFile {
  readonly text: string;
  /** Only its leads. Absent: all leads. */
  readonly destination?: Destination;
}

interface FilePlan<Plan> {
  readonly planned: Plan[];
  readonly faults: RowIssue[];
}

/** Plans an act on the leads in a buyer's file. */
export async function planFile<Row extends LeadRow, Plan extends PlannedAct>(
  act: LeadAct<Row, Plan>,
  { leads, overview }: FindPorts,
  { text, ...of }: LeadFile,
): Promise<FilePlan<Plan>> {
  const { rows, faults } = readLeadFile(text, act.file);
  if (faults.length > 0 && !act.skipsFaults) return { planned: [], faults };
  const plan = await planRows(act, { leads, overview, ...of }, rows);
  return { planned: plan.planned, faults: [...faults, ...plan.faults] };
}

/**
 * Finds the lead of every row, and the faults of the file as a whole: unknown leads, rows that contradict each other,
 * what a rule refuses. Equal rows count once. Changes nothing.
 */
export async function planRows<Row extends LeadRow, Plan extends PlannedAct>(
  {
    asks,
    plan,
    each,
    noSuchLead,
    prepare,
  }: Pick<LeadAct<Row, Plan>, 'asks' | 'plan' | 'each' | 'noSuchLead' | 'prepare'>,
  ports: FindPorts,
  rows: readonly Row[],
): Promise<FilePlan<Plan>> {
  const firsts = new Map<string, Row>();
  const planned: Plan[] = [];
  const faults: RowIssue[] = [];
  const planRow = async (row: Row, found: LeadRecord | string): Promise<Plan | string | undefined> => {
    if (typeof found === 'string') return noSuchLead ?? found;
    const name = `${found.id} ${each?.(row) ?? ''}`;
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, row);
      return plan(row, found);
    }
    return asks(first) === asks(row)
      ? undefined
      : `says ${asks(row)} where line ${first.line} says ${asks(first)}`;
  };
  for await (const some of findLeads(rows, ports)) {
    await prepare?.(some.flatMap(({ found }) => (typeof found === 'string' ? [] : [found])));
    for (const { row, found } of some) {
      const one = await planRow(row, found);
      if (typeof one === 'string') faults.push({ line: row.line, why: one });
      else if (one) planned.push(one);
    }
  }
  return { planned, faults };
}

/** How many leads are changed at once. */
const AT_ONCE = 8;

/**
 * Carries out a plan in batches. Each batch has one entry in the audit log before it, which names its leads, and one
 * after it, which counts the results. Returns the results in order.
 */
export async function carryOut<Plan extends PlannedAct>(
  { action, why, facts, act }: CarriedAct<Plan>,
  audit: AuditPorts,
  planned: readonly Plan[],
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const one = async (plan: Plan): Promise<RowResult> =>
    plan.foreseen.outcome === 'already' ? plan.foreseen : act(plan);
  const run = async (some: readonly Plan[]): Promise<RowResult[]> => {
    const done: RowResult[] = [];
    for (let i = 0; i < some.length; i += AT_ONCE)
      done.push(...(await Promise.all(some.slice(i, i + AT_ONCE).map(one))));
    return done;
  };
  for (let i = 0; i < planned.length; i += MAX_SUBJECTS) {
    const some = planned.slice(i, i + MAX_SUBJECTS);
    const on = { kind: 'lead', ids: [...new Set(some.map(({ lead }) => lead.id))] };
    results.push(...(await audited(audit, { action, on, why, facts: facts(some) }, () => run(some), endOf)));
  }
  return results;
}

function endOf(results: readonly RowResult[]): Ended {
  const changed = results.filter(({ outcome }) => outcome === 'done').length;
  const facts = { changed, unchanged: results.length - changed };
  return { result: changed === 0 ? 'nothing' : 'done', facts };
}

/** How often each text comes: `accepted 12`. */
export function countEach(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text} ${count}`);
}
