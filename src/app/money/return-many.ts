import type { AuditPorts } from '../audit/audited.js';
import { auditedBatches, countEach, type RowResult } from '../audit/audited-batches.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { RowIssue } from '../lead-files/read-lead-file.js';
import type { Destination } from '../lead-files/destination.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { ReturnStore } from '../ports/return-store.js';
import { planReturns, type PlannedReturn } from './plan-returns.js';
import { readReturnFile } from './read-return-file.js';
import { returnLead, type ReturnPorts } from './return-lead.js';

/** How many leads are changed at once. */
const AT_ONCE = 8;

export interface ReturnManyPorts extends ReturnPorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition' | 'readMany'>;
  readonly overview: Pick<LeadOverview, 'byReference'>;
  readonly returns: Pick<ReturnStore, 'sold' | 'take' | 'room'>;
}

/** Who returns, and why although a rule says no. */
interface Asked {
  readonly by: string;
  readonly override?: { readonly why: string };
}

interface FileOfReturns extends Asked {
  readonly text: string;
  /** Only its leads. Absent: all leads. */
  readonly destination?: Destination;
}

/** Plans to return the leads in a buyer's file. With any fault, nothing must be carried out. */
export async function planReturnFile(
  ports: ReturnManyPorts,
  { text, ...asked }: FileOfReturns,
): Promise<{ readonly planned: readonly PlannedReturn[]; readonly faults: readonly RowIssue[] }> {
  const { rows, faults } = readReturnFile(text);
  if (faults.length > 0) return { planned: [], faults };
  return planReturns(rows, { ...ports, returns: rememberingSold(ports.returns), ...asked });
}

/** What carrying out the plan would do to one lead. */
export function foreseeReturned({ already, overrides }: PlannedReturn): RowResult {
  if (already) return ALREADY;
  return { outcome: 'done', text: overText('would be returned', overrides) };
}

const ALREADY: RowResult = { outcome: 'already', text: 'already returned' };

const overText = (done: string, rules: readonly string[]): string =>
  rules.length === 0 ? done : `${done}, over ${rules.join(' and ')}`;

/** Returns the leads of a plan, with a pair of entries in the audit log for each batch. */
export function carryOutReturns(
  ports: ReturnManyPorts,
  audit: AuditPorts,
  planned: readonly PlannedReturn[],
  asked: Asked,
): Promise<RowResult[]> {
  const remembering = { ...ports, returns: rememberingSold(ports.returns) };
  return auditedBatches(audit, planned, {
    idOf: ({ id }) => id,
    actOf: (some) => ({
      ...{ action: 'lead.return', why: asked.override?.why },
      facts: {
        override: asked.override !== undefined,
        codes: countEach(some.map(({ reason }) => reason)),
      },
    }),
    run: (some) => returnBatch(remembering, some, asked),
  });
}

async function returnBatch(
  ports: ReturnManyPorts,
  some: readonly PlannedReturn[],
  asked: Asked,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const known = await readKnown(ports, some);
  for (let j = 0; j < some.length; j += AT_ONCE)
    results.push(
      ...(await Promise.all(
        some.slice(j, j + AT_ONCE).map((one) => returnOneOf(ports, one, asked, known.get(one.id))),
      )),
    );
  return results;
}

async function readKnown(
  { leads }: ReturnManyPorts,
  some: readonly PlannedReturn[],
): Promise<ReadonlyMap<string, LeadRecord>> {
  const found = await leads.readMany(some.map(({ id }) => id));
  return new Map(found.map((lead) => [lead.id, lead]));
}

async function returnOneOf(
  ports: ReturnManyPorts,
  { id, reason, already }: PlannedReturn,
  { by, override }: Asked,
  known: LeadRecord | undefined,
): Promise<RowResult> {
  if (already) return ALREADY;
  const request = { code: reason, by, mayRepeat: true as const, ...(override ? { override } : {}) };
  const done = await returnLead(ports, id, request, known);
  const not = (why: string): RowResult => ({ outcome: 'not', text: `not returned: it ${why}` });
  switch (done.outcome) {
    case 'returned':
      return { outcome: 'done', text: overText('returned', done.returned.overrode?.rules ?? []) };
    case 'refused':
      return not(done.why);
    case 'later':
      return not('is being changed at this moment');
    case 'no_lead':
      return not('is no longer found');
  }
}

/** Asks only once how much a share sold. The number never becomes less, so an older one is on the safe side. */
function rememberingSold(returns: ReturnManyPorts['returns']): ReturnManyPorts['returns'] {
  const known = new Map<string, Promise<number>>();
  return {
    take: (request) => returns.take(request),
    room: (share, limit) => returns.room(share, limit),
    sold(share) {
      const name = `${share.owner} ${share.id} ${share.month}`;
      const sold = known.get(name) ?? returns.sold(share);
      known.set(name, sold);
      return sold;
    },
  };
}
