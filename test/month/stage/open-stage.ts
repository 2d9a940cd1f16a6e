import type { Connection } from 'mongoose';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { unfinishedRuns } from '../../../src/app/submit/requeue.js';
import type { SubmitJob } from '../../../src/app/ports/queues.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { auditedCatalogue } from '../../../src/app/audit/audited-catalogue.js';
import { applyDocument } from '../../../src/app/catalogue/change-catalogue.js';
import { parseCatalogue } from '../../../src/platform/catalogue-files/parse-catalogue.js';
import { createCatalogueStore } from '../../../src/platform/mongo/catalogue/catalogue-store.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { createLeadCounts } from '../../../src/platform/mongo/stores/lead-counts.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { memoryVerificationAnswers } from '../../support/fakes/memory-verification-answers.js';
import { fakeVerifier } from '../../support/fakes/fake-work.js';
import { memoryDestinationGate } from '../../support/fakes/memory-gate.js';
import { memoryLedger, rebuildMemoryLedger } from '../../support/fakes/memory-ledger.js';
import { TEST_SECRET } from '../../support/services.js';
import { catalogueText } from '../story/catalogue.js';
import type { Chapter } from '../story/parties.js';
import type { PlannedLead } from '../story/planned-lead.js';
import { buyersOf } from './buyers.js';
import { createProcesses, type Process, type Strikes } from './processes.js';
import { ANN, type Staff } from './staff.js';
import { openStores, struckPorts } from './stores.js';

export type Stage = Awaited<ReturnType<typeof openStage>>;

interface StageOptions {
  readonly begin: Date;
  /** The text of a chapter's catalogue file. */
  readonly catalogue?: (chapter: Chapter) => string;
  readonly identitySecret?: string;
  readonly staff?: Staff;
}

/**
 * Where the month is played: the real stores of an empty database, simulated time, buyers of the story. Cap ledger and
 * destination gate are in memory, because the books need nothing of them.
 */
export async function openStage(connection: Connection, options: StageOptions) {
  const { begin, catalogue: textOf = catalogueText, identitySecret = TEST_SECRET, staff = ANN } = options;
  const identities = createIdentities(identitySecret);
  await migrate(connection, identities);
  await connection
    .collection<{ _id: string }>('meta')
    .updateOne({ _id: 'books' }, { $set: { begun_at: begin } });
  let now = begin;
  let catalogue: Catalogue | undefined;
  const current = (): Catalogue => catalogue ?? fail('the story has not begun');
  const clock = (): Date => now;
  const strikes: Strikes = new Map();
  const faults: string[] = [];
  const planned = new Map<string, PlannedLead>();
  const processes = createProcesses(strikes);
  const versions = createCatalogueStore(connection);
  const stores = openStores(connection);
  const counts = createLeadCounts(connection);
  const jobs: SubmitJob[] = [];
  const ignore = (): void => undefined;
  const log = {
    // A warning is part of the story: buyers that do not answer.
    ...{ info: ignore, warn: ignore },
    error: (fields: object, what: string) =>
      void faults.push('err' in fields ? `${what}: ${String(fields.err)}` : what),
  };

  async function apply(chapter: Chapter): Promise<void> {
    const parsed = parseCatalogue([{ name: `${chapter}.yaml`, text: textOf(chapter) }]);
    if (!parsed.ok) throw new Error(parsed.faults.map(({ message }) => message).join('; '));
    const audit = staff.auditOf('admin', clock);
    const changed = await applyDocument(
      audit ? auditedCatalogue(versions, audit) : versions,
      parsed.document,
      { at: now, by: staff.nameOf('admin'), how: 'apply' },
    );
    if (changed.outcome !== 'changed') throw new Error(`the chapter ${chapter} is ${changed.outcome}`);
    const stored = await versions.current();
    catalogue = compileCatalogue(stored?.document ?? parsed.document, changed.version);
  }
  await apply('opening');
  const ledger = memoryLedger(current(), clock);

  const ports: WorkPorts = {
    identities,
    ...stores,
    ...{ clock, log, ledger },
    random: () => 0.5,
    newId: () => fail('a lead brings its own id'),
    rebuildLedger: () =>
      rebuildMemoryLedger({ ledger, leads: stores.leads, counts, catalogue: current(), now }),
    queues: {
      search: nothing,
      partner: nothing,
      submit: (added) => Promise.resolve(void jobs.push(...added)),
    },
    wake: { wake: nothing, changed: nothing },
    catalogue: { current },
    suppressions: { find: () => Promise.resolve([]) },
    geo: { miles: () => 10 },
    gate: memoryDestinationGate(clock).gate,
    destinations: buyersOf((id) => planned.get(id)),
    verifier: fakeVerifier().verifier,
    verificationAnswers: memoryVerificationAnswers(),
    callbacks: { urlOf: () => undefined },
    countPartnerFaults: () => undefined,
    unfinished: unfinishedRuns(),
    retryOnOutageMs: 20_000,
  };

  return {
    ...stores,
    ...{
      connection,
      identities,
      versions,
      ports,
      ledger,
      strikes,
      faults,
      planned,
      staff,
      apply,
      clock,
      current,
      ...processes,
    },
    /** The ports of a process that can be struck. */
    portsOf: (life: Process) => struckPorts(stores, life),
    /** Runs the jobs that the sweeper added. */
    async runJobs(): Promise<void> {
      for (let job = jobs.shift(); job; job = jobs.shift()) await runSubmit(ports, job);
    },
    /** Time only goes on. */
    passTo(at: Date): void {
      if (at > now) now = at;
    },
  };
}

const nothing = (): Promise<void> => Promise.resolve();
function fail(why: string): never {
  throw new Error(why);
}
