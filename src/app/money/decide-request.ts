import { decideRequest, type RequestDecision } from '../../core/money/decide-request.js';
import type { RequestEnded } from '../../core/lead/lead-return.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { eachSeparately, type Failures } from '../each-separately.js';
import type { Acted } from '../lead-files/act-on-leads.js';
import type { LeadStore, OwingLead } from '../ports/lead-store.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { refused, type ReturnPorts } from './return-lead.js';

/** How often the update is tried while another caller changes the lead at the same moment. */
const MAX_TRIES = 3;

interface DecidePorts extends Pick<ReturnPorts, 'catalogue' | 'clock'> {
  readonly leads: Pick<LeadStore, 'transition'>;
  readonly returns: Pick<ReturnPorts['returns'], 'giveBack'>;
}

/** The result. The sweeper books an accepted one within seconds. */
export type RequestDone =
  | { readonly outcome: 'accepted' | 'declined' | 'later' | 'no_lead' }
  /** `ended`: how the request ended before. */
  | { readonly outcome: 'refused'; readonly why: string; readonly ended?: RequestEnded };

/** Decides the request to return a lead, by one conditional update: of several who decide at once, one does. */
export async function decideReturnRequest(
  ports: DecidePorts & { readonly leads: Pick<LeadStore, 'read' | 'transition'> },
  id: string,
  decision: RequestDecision,
): Promise<RequestDone> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const lead = await ports.leads.read(id);
    if (!lead) return { outcome: 'no_lead' };
    const done = await decideOnce(ports, lead, decision);
    if (done) return done;
  }
  return { outcome: 'later' };
}

/** Undefined: the lead was changed since it was read. */
async function decideOnce(
  { leads, returns, catalogue, clock }: DecidePorts,
  lead: OwingLead,
  decision: RequestDecision,
): Promise<RequestDone | undefined> {
  const decided = decideRequest(lead, decision, { catalogue, now: clock() });
  if (decided.kind === 'refused') {
    const { kind: outcome, ...told } = decided;
    return { outcome, ...told };
  }
  if (!(await leads.transition(decided.when, decided.change))) return undefined;
  if (decided.share !== undefined) await returns.giveBack(decided.share);
  return { outcome: decided.ended.outcome };
}

/**
 * Decides the requests whose deadline has passed as the catalogue said when they came. Returns how many were due. It may be stopped
 * anywhere and run twice at once.
 */
export async function decideOverdue(
  { catalogue, ...ports }: Pick<WorkPorts, 'leads' | 'returns' | 'catalogue' | 'clock'>,
  failures: Failures,
  most: number,
): Promise<number> {
  const due = await ports.leads.requestsDue(ports.clock(), most + failures.known());
  if (due.length === 0) return 0;
  const inForce = { ...ports, catalogue: catalogue.current() };
  await eachSeparately(failures, due, {
    what: 'deciding a return request past its deadline',
    idOf: ({ id }) => id,
    act: (lead) => decideOnce(inForce, lead, 'deadline'),
  });
  return due.length;
}

/**
 * Decides the request to return one lead, with entries in the audit log. The same person may repeat it. Throws ActRefused if
 * nothing was changed.
 */
export async function decideRequestAs(
  ports: DecidePorts & { readonly leads: Pick<LeadStore, 'read' | 'transition'> },
  audit: AuditPorts,
  id: string,
  decision: Exclude<RequestDecision, 'deadline'>,
): Promise<Acted<'accepted' | 'declined' | 'already'>> {
  const { outcome, by, why } = decision;
  const done = await audited(
    audit,
    { action: 'lead.return_decide', on: { kind: 'lead', ids: [id] }, why, facts: { outcome } },
    () => decideReturnRequest(ports, id, decision),
    (ended) => ({ result: ended.outcome === outcome ? 'done' : 'refused' }),
  );
  switch (done.outcome) {
    case 'accepted':
      return {
        outcome: 'accepted',
        sentence:
          'The return is accepted. It is booked within seconds. Cap places and claims follow the buyer’s rules.',
      };
    case 'declined':
      return {
        outcome: 'declined',
        sentence: 'The return is declined. The sale stands, and nothing is booked.',
      };
    case 'refused':
      if (done.ended?.by !== by || done.ended.outcome !== outcome) throw refused(done.why);
      return { outcome: 'already', sentence: `Nothing changed: you ${outcome} this return before.` };
    default:
      throw refused(done.outcome);
  }
}
