import { MAX_SUBJECTS, type AuditFacts } from '../../core/audit/audit-entry.js';
import type { AuditAction } from '../../core/audit/actions.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { audited, type AuditPorts, type Ended } from '../audit/audited.js';
import type { Destination } from './destination.js';
import { findLeads, type FindPorts } from './find-leads.js';
import type { Mapped } from './map-columns.js';
import {
  readLeadFile,
  type FileKind,
  type LeadFileRead,
  type LeadRow,
  type RowIssue,
} from './read-lead-file.js';

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

export interface LeadFile extends Mapped {
  readonly text: string;
  /** Only its leads. Absent: all leads. */
  readonly destination?: Destination;
  /** Only these leads, such as those of a plan that somebody saw. Absent: all in the file. */
  readonly only?: ReadonlySet<string>;
}

/** What would be done to the leads of a file. */
export interface FilePlan<Plan> {
  readonly planned: readonly Plan[];
  /** Rows that are left out. */
  readonly faults: readonly RowIssue[];
  /** Rows that say the same as an earlier row, and count once with it. */
  readonly repeats: readonly RowIssue[];
}

/** Plans an act on the leads in a buyer's file: on all that can be read, found and changed. The faults say why not the others. */
export async function planFile<Row extends LeadRow, Plan extends PlannedAct>(
  act: LeadAct<Row, Plan>,
  { leads, overview }: FindPorts,
  { text, destination, only, ...mapped }: LeadFile,
): Promise<FilePlan<Plan> & Pick<LeadFileRead<Row>, 'heads' | 'columns'>> {
  const { rows, faults, heads, columns } = readLeadFile(text, act.file, mapped);
  const plan = await planRows(act, { leads, overview, ...(destination && { destination }) }, rows, only);
  return { ...plan, faults: [...faults, ...plan.faults], heads, columns };
}

/** For how many leads `prepare` reads at once. */
const PREPARED = 500;

/**
 * Finds the lead of every row, and the rows at fault: unknown leads, rows that contradict each other, what a rule
 * refuses. Equal rows count once. Changes nothing.
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
  only?: ReadonlySet<string>,
): Promise<FilePlan<Plan>> {
  const planned: Plan[] = [];
  const faults: RowIssue[] = [];
  const repeats: RowIssue[] = [];
  const byLead = new Map<string, { readonly lead: LeadRecord; readonly rows: Row[] }>();
  for await (const some of findLeads(rows, ports))
    for (const { row, found: lead, isUnclear = false } of some) {
      if (typeof lead === 'string') {
        faults.push({ line: row.line, why: isUnclear ? lead : (noSuchLead ?? lead) });
        continue;
      }
      const name = `${lead.id} ${each?.(row) ?? ''}`;
      const known = byLead.get(name);
      if (known) known.rows.push(row);
      else byLead.set(name, { lead, rows: [row] });
    }
  const planOne = async (lead: LeadRecord, [first, ...others]: readonly [Row, ...Row[]]): Promise<void> => {
    // What its rows say of each other would tell that there is such a lead.
    if (noSuchLead !== undefined && (await plan(first, lead)) === noSuchLead) {
      for (const { line } of [first, ...others]) faults.push({ line, why: noSuchLead });
      return;
    }
    const otherwise = others.find((row) => asks(row) !== asks(first));
    if (otherwise) {
      // Nobody knows which of them is right.
      for (const row of [first, ...others]) {
        const against = asks(row) === asks(first) ? otherwise : first;
        faults.push({
          line: row.line,
          why: `says ${asks(row)} where line ${against.line} says ${asks(against)}`,
        });
      }
      return;
    }
    for (const { line } of others) repeats.push({ line, why: `the same lead as in line ${first.line}` });
    const one = only?.has(lead.id) === false ? 'the lead was not in the plan' : await plan(first, lead);
    if (typeof one === 'string') faults.push({ line: first.line, why: one });
    else planned.push(one);
  };
  const all = [...byLead.values()];
  for (let i = 0; i < all.length; i += PREPARED) {
    const some = all.slice(i, i + PREPARED);
    await prepare?.(some.map(({ lead }) => lead));
    for (const { lead, rows: its } of some) await planOne(lead, its as [Row, ...Row[]]);
  }
  return { planned, faults, repeats };
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
