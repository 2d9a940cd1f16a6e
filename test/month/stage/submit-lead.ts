import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { receiveSubmit } from '../../../src/app/submit/receive.js';
import type { SubmitRequest } from '../../../src/app/submit/submit-request.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { affiliateId, CAMPAIGNS, campaignId, productId, programOf } from '../story/parties.js';
import type { PlannedLead } from '../story/planned-lead.js';
import type { Stage } from './open-stage.js';
import { searchFirst, type Searched } from './search-first.js';

const SETTINGS = { searchWaitMs: 2_000, searchOpenMs: 45_000, pollAfterMs: 1_000, submitWaitMs: 10_000 };

/**
 * One submit with the use cases of the API and of the worker, at the lead's own time: the job is run while the call
 * waits for it, and the record is read once for the answer. It is a
 * direct post, unless the person searched before.
 */
export async function submitLead(stage: Stage, lead: PlannedLead): Promise<void> {
  stage.planned.set(lead.id, lead);
  let waited = 0;
  const clock = (): Date => new Date(lead.at.getTime() + waited);
  const { destinations } = stage.ports;
  const work: WorkPorts = {
    ...stage.ports,
    clock,
    destinations: {
      ...destinations,
      deliver: (...request) => {
        waited += lead.took_ms ?? 0;
        return destinations.deliver(...request);
      },
    },
  };
  const ports = {
    ...work,
    ...{ newId: () => lead.id, settings: SETTINGS, identities: stage.identities, processId: 'web-1' },
    queues: { submit: (jobs: Parameters<WorkPorts['queues']['submit']>[0]) => runAll(work, jobs) },
    waiters: { wait: () => ({ promise: Promise.resolve('timeout' as const), cancel: () => undefined }) },
  } as unknown as WebPorts & WorkPorts;
  const affiliate_id = affiliateId(CAMPAIGNS[lead.campaign]?.affiliate ?? '');
  const body = bodyOf(lead, affiliate_id);
  let seen: Searched | undefined;
  for (let n = 0; n < (lead.searches ?? 0); n += 1) seen = await searchFirst(ports, body, lead.at);
  await receiveSubmit(ports, {
    ...{ body: seen ? ofResult(body, seen) : body, others: {}, readLeadFields: () => ({}) },
    requireWhole: () => undefined,
    ...{ key: { affiliate_id, is_test: false }, request_id: `request-${lead.n}`, now: lead.at },
    log: work.log,
  });
}

/** An offer that was not shown can only be posted to directly. */
function ofResult(body: ReturnType<typeof bodyOf>, { search_id, results }: Searched): SubmitRequest {
  const svc_result_id = results.get(body.svc_offer_id);
  if (svc_result_id === undefined) return body;
  const { svc_affiliate_id, svc_campaign_id, program_id, tcpa_consent } = body;
  return {
    ...{ svc_affiliate_id, svc_campaign_id, program_id, tcpa_consent },
    ...{ search_lead_id: search_id, svc_result_id },
  };
}

async function runAll(ports: WorkPorts, jobs: Parameters<WorkPorts['queues']['submit']>[0]): Promise<void> {
  for (const job of jobs) await runSubmit(ports, job);
}

const ANN_LEE = { first_name: 'Ann', last_name: 'Lee' };

const bodyOf = (
  { n, campaign, product, program, subid, fate, person }: PlannedLead,
  svc_affiliate_id: string,
) => ({
  ...{ svc_affiliate_id, svc_campaign_id: campaignId(campaign), svc_offer_id: productId(product) },
  ...{ program_id: programOf(program), tcpa_consent: true },
  lead: {
    personal: {
      ...{ ...ANN_LEE, email: `person-${n}@example.com`, ...person },
      phone: `608${2_000_000 + n}`,
    },
    address: { state: fate.is === 'ineligible' ? 'NY' : 'WI', zip_code: '53703' },
  },
  tracking: { ip_address: '203.0.113.7', ...(subid === undefined ? {} : { subid }) },
});
