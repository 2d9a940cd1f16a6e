import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { receiveSubmit } from '../../../src/app/submit/receive.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { affiliateId, CAMPAIGNS, campaignId, productId, programOf } from '../story/parties.js';
import type { PlannedLead } from '../story/planned-lead.js';
import type { Stage } from './open-stage.js';

const SETTINGS = { searchWaitMs: 2_000, searchOpenMs: 45_000, pollAfterMs: 1_000, submitWaitMs: 10_000 };

/**
 * One direct post with the use cases of the API and of the worker, at the lead's own time: the job is run while the call
 * waits for it, and the record is read once for the answer.
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
  } as unknown as WebPorts;
  const affiliate_id = affiliateId(CAMPAIGNS[lead.campaign]?.affiliate ?? '');
  await receiveSubmit(ports, {
    ...{ body: bodyOf(lead, affiliate_id), others: {}, readLeadFields: () => ({}) },
    ...{ key: { affiliate_id, is_test: false }, request_id: `request-${lead.n}`, now: lead.at },
    log: work.log,
  });
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
