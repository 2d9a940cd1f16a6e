import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { Destinations, PartnerAnswer } from '../../../src/app/ports/destinations.js';
import type { OutboundLead } from '../../../src/core/delivery/outbound-lead.js';
import type { StepExchange, Verifier } from '../../../src/app/ports/verifier.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { PartnerJob, Queues, SearchJob, SubmitJob } from '../../../src/app/ports/queues.js';
import { unfinishedRuns } from '../../../src/app/submit/requeue.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { memoryAdjustmentStore } from './memory-adjustment-store.js';
import { memoryBoundKeyStore } from './memory-bound-key-store.js';
import { memoryBookStore } from './memory-book-store.js';
import { memoryDestinationGate } from './memory-gate.js';
import { memoryClaimStore } from './memory-claim-store.js';
import { memoryLeadCounts } from './memory-lead-counts.js';
import { memoryLeadStore } from './memory-lead-store.js';
import { memoryLedger, rebuildMemoryLedger } from './memory-ledger.js';
import { memoryReturnStore, salesIn } from './memory-return-store.js';
import { memoryVerificationAnswers } from './memory-verification-answers.js';
import { memorySearchStore } from './memory-search-store.js';

/** A buyer and partner whose next answers a test sets; what was sent is kept. */
export function fakeDestinations(clock: () => Date) {
  const sent: OutboundLead[] = [];
  const asked: OutboundLead[] = [];
  const answers = {
    deliver: [] as DeliveryResult[],
    followUp: [] as DeliveryResult[],
    askPartner: [] as PartnerAnswer[],
  };
  const accepted: DeliveryResult = {
    kind: 'answered',
    status: 200,
    answer: { outcome: 'accepted', reference: 'ref-1' },
  };
  const destinations: Destinations = {
    deliver(_offer, lead, _key, { by, whyNot }) {
      const detail = whyNot();
      if (detail !== undefined)
        return Promise.resolve({ kind: 'never_sent', detail, internal_fault: 'withdrawn' });
      if (clock() > by)
        return Promise.resolve({ kind: 'never_sent', detail: 'too late', internal_fault: 'deadline_passed' });
      sent.push(lead);
      return Promise.resolve(answers.deliver.shift() ?? accepted);
    },
    followUp: () => Promise.resolve(answers.followUp.shift() ?? accepted),
    readCallback: () => Promise.resolve({ detail: 'not read' }),
    askPartner(_offer, lead) {
      asked.push(lead);
      return Promise.resolve(answers.askPartner.shift() ?? { kind: 'answered', results: [], faults: [] });
    },
  };
  return { destinations, answers, sent, asked };
}

/** Verification services whose next answers a test sets, by step; all that they were asked is kept. */
export function fakeVerifier() {
  const asked: { step: string; url: string; key: string; lead: OutboundLead }[] = [];
  const answers: Record<string, StepExchange[]> = {};
  /** Steps that the lead names no address of. */
  const barred = new Set<string>();
  let said = 0;
  const verifier: Verifier = {
    prepare({ step }, { lead, url, idempotency_key: key }) {
      if (barred.has(step.name)) return Promise.resolve({ ok: false, fault: 'address: none', barred: true });
      asked.push({ step: step.name, url, key, lead });
      const request = { method: step.method, url, headers: { 'idempotency-key': key }, timeoutMs: 1 };
      return Promise.resolve({
        ok: true,
        value: { request, travel: { insecureHttp: true, freshConnection: false } },
      });
    },
    ask({ step }) {
      said += 1;
      return Promise.resolve(answers[step.name]?.shift() ?? PASSED);
    },
  };
  return { verifier, asked, answers, barred, said: () => said };
}

const PASSED: StepExchange = {
  heard: { kind: 'answered', outcome: 'pass', status: 200, detail: 'rule 1: pass' },
  health: 'up',
};

/** A history without changes. */
/** All of a worker's ports in memory, with a clock that a test moves. */
export function fakeWork(catalogue: Catalogue, start = new Date('2026-11-21T17:00:00Z')) {
  let now = start;
  let ids = 0;
  const ledger = memoryLedger(catalogue, () => now);
  const jobs = { search: [] as SearchJob[], partner: [] as PartnerJob[], submit: [] as SubmitJob[] };
  const queues: Queues = {
    search: (added) => Promise.resolve(void jobs.search.push(...added)),
    partner: (added) => Promise.resolve(void jobs.partner.push(...added)),
    submit: (added) => Promise.resolve(void jobs.submit.push(...added)),
  };
  const woken: string[] = [];
  const buyers = fakeDestinations(() => now);
  const services = fakeVerifier();
  const stores = { searches: memorySearchStore(), leads: memoryLeadStore(), claims: memoryClaimStore() };
  const { counts } = memoryLeadCounts(() => [...stores.leads.all.values()]);
  const books = memoryBookStore();
  const silent = () => undefined;
  const { gate: destinationGate, passages } = memoryDestinationGate(() => now);
  const ports = {
    clock: () => now,
    random: () => 0.5,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    ...stores,
    boundKeys: memoryBoundKeyStore(),
    adjustments: memoryAdjustmentStore(),
    books,
    returns: memoryReturnStore(() => salesIn(books)),
    suppressions: { find: () => Promise.resolve([]) },
    ledger,
    rebuildLedger: () => rebuildMemoryLedger({ ledger, leads: stores.leads, counts, catalogue, now }),
    queues,
    wake: {
      wake: (_: string, id: string) => Promise.resolve(void woken.push(id)),
      changed: () => Promise.resolve(),
    },
    catalogue: { current: () => catalogue },
    geo: { miles: () => 10 },
    gate: destinationGate,
    destinations: buyers.destinations,
    verifier: services.verifier,
    verificationAnswers: memoryVerificationAnswers(),
    callbacks: { urlOf: () => undefined },
    identities: { withCurrentHashes: (identities) => identities, keysWithCurrentHashes: (keys) => keys },
    countPartnerFaults: () => undefined,
    unfinished: unfinishedRuns(),
    retryOnOutageMs: 20_000,
    log: { info: silent, warn: silent, error: silent },
  } satisfies WorkPorts;
  const pass = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  return { ports, services, passages, ledger, jobs, woken, pass, ...buyers, ...stores };
}
