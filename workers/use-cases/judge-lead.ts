import { NO_FACTS, type Subject } from '../../src/core/checks/check.js';
import { firstRefusal, judgeSubmit, type Gather } from '../../src/core/checks/index.js';
import { nextOpening } from '../../src/core/hours.js';
import { subjectOf } from '../../src/core/lead-work/subject.js';
import type { LeadRecord } from '../../src/core/records/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../work-ports.js';
import { deliverLead } from './deliver-lead.js';
import { asTaken, move, refuse } from './end-lead.js';
import { readShared } from './read-shared.js';
import { takeShared, type Taking } from './take-shared.js';

/** How soon a lead that has to wait for another (a claim, the ledger) is judged again. */
const WAIT_MS = 1_000;
/** A buyer whose calendar never opens is looked at again a day later. */
const LOOK_AGAIN_MS = 86_400_000;

/** Runs every check again, takes what the lead needs, and delivers it, or holds it until the buyer opens. */
export async function judgeLead(ports: WorkPorts, taken: LeadRecord): Promise<RunEnd> {
  const now = ports.clock();
  const subject = subjectOf(taken, ports.catalogue.current(), ports.geo, now);
  const { campaign, line } = subject;
  if (!campaign || !line) return refuseAtOnce(ports, taken, subject);
  const leaves_at = nextOpening(line.offer.buyer, now) ?? new Date(now.getTime() + LOOK_AGAIN_MS);
  const taking: Taking = { lead: taken, subject, campaign, line, leaves_at };
  const shared = taken.is_test ? readShared(ports, taking) : takeShared(ports, taking);
  const touched = new Set<string>();
  const judged = await judgeSubmit(subject, noting(shared, touched));
  const lead = shared.lead();
  if (judged.outcome === 'wait') return wait(ports, lead);
  if (judged.outcome === 'refused') {
    await refuse(ports, lead, judged.refusal, !lead.is_test && (touched.size > 0 || lead.runs > 1));
    return DONE;
  }
  return taking.leaves_at > now ? hold(ports, { ...taking, lead }) : deliverLead(ports, { ...taking, lead });
}

/** The campaign or the offer's line in it is gone: the first check says so before anything is taken. */
async function refuseAtOnce(ports: WorkPorts, lead: LeadRecord, subject: Subject): Promise<RunEnd> {
  const refusal = firstRefusal(subject, 'submit', NO_FACTS);
  if (!refusal) throw new Error('a lead without an offer passed the checks');
  await refuse(ports, lead, refusal, !lead.is_test && lead.runs > 1);
  return DONE;
}

/** The same gathering, noting which shared records were touched. */
const noting = ({ slots, holders, full }: Gather, touched: Set<string>): Gather => ({
  slots: () => (touched.add('slots'), slots()),
  holders: () => (touched.add('holders'), holders()),
  full: () => (touched.add('full'), full()),
});

async function wait(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const at = ports.clock();
  const due_at = new Date(at.getTime() + WAIT_MS);
  const entries = [{ at, what: 'waits', offer_id: lead.offer_id }];
  const won = await move(ports, lead, asTaken(lead), { state: 'queued', due_at, entries });
  return won ? { again_at: due_at } : DONE;
}

async function hold(ports: WorkPorts, { lead, leaves_at }: Taking): Promise<RunEnd> {
  const at = ports.clock();
  const entries = [{ at, what: 'saved', offer_id: lead.offer_id, reason: { opens_at: leaves_at } }];
  const won = await move(ports, lead, asTaken(lead), { state: 'saved', due_at: leaves_at, entries });
  return won ? { again_at: leaves_at } : DONE;
}
