import { isOutage } from '../../../src/app/outage.js';
import { search } from '../../../src/api/handlers/search.js';
import { submit } from '../../../src/api/handlers/submit.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { Envelope } from '../../../src/core/envelope.js';
import { RequestRefused } from '../../../src/app/request-refused.js';
import { takeCallback, type CallbackTaken } from '../../../src/app/callbacks/take-callback.js';
import { requeueLeads, unfinishedRuns } from '../../../src/app/submit/requeue.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { memoryDestinationGate } from '../fakes/memory-gate.js';
import { memoryVerificationAnswers } from '../fakes/memory-verification-answers.js';
import { memoryLeadCounts } from '../fakes/memory-lead-counts.js';
import { memoryLedger, rebuildMemoryLedger } from '../fakes/memory-ledger.js';
import { caller } from './caller.js';
import { cataloguesInTime } from './catalogues-in-time.js';
import { createFaultInjector, type Fault, type FaultInjector, type SimProcess } from './fate.js';
import { isSettled, nextMoment } from './moments.js';
import { outageOf, type Outage } from './outage.js';
import { callOf, webPortsOn, work } from './processes.js';
import { queueInTime, type JobInHand } from './queue-in-time.js';
import type { Race, Turn } from './race.js';
import { portsInTime } from './ports-in-time.js';
import { redisInTime } from './redis-in-time.js';
import { recordingBuyers, type BuyersScript } from './recording-buyers.js';
import { recordingServices } from './recording-services.js';
import { storesInTime } from './stores-in-time.js';
import { sweepInTime } from './sweep-in-time.js';
import { tellingLog } from './telling-log.js';
import { tidyInTime, trimInTime } from './trim-in-time.js';
import { waitersInTime } from './waiters-in-time.js';

const START = new Date('2026-11-21T17:00:00Z'); // a Saturday
const MAX_ROUNDS = 3_000; // a lead asks each second while it waits for another; two pauses are twenty minutes

/** As the sweeper process does it. */
const TIDY_EVERY_MS = 60_000;

export interface WorldOptions {
  readonly catalogue: Catalogue;
  readonly script?: BuyersScript;
  readonly faults?: readonly Fault[];
  /** What becomes of the catalogue when a blow changes it. */
  readonly change?: (catalogue: Catalogue) => Catalogue;
  /** How many workers run each job at the same time; from the blow on, or all the time. */
  readonly workers?: 'one' | 'two after the blow' | 'two';
  /** The sweeper also finishes leads. */
  readonly finishes?: boolean;
}

export type World = ReturnType<typeof createWorld>;

const NO_OUTAGE: Outage = () => undefined;
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Web, workers and sweeper on stores in memory and simulated time; the processes make their calls as a fate says. */
export function createWorld({
  catalogue,
  script = {},
  faults: blows = [],
  change = (same) => same,
  workers = 'one',
  finishes = false,
}: WorldOptions) {
  let now = START;
  let ids = 0;
  const clock = (): Date => now;
  const newId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
  const stores = storesInTime();
  const ledger = memoryLedger(catalogue, clock);
  const catalogues = cataloguesInTime(catalogue, clock);
  const { counts } = memoryLeadCounts(() => [...stores.leads.all.values()]);
  const queue = queueInTime(clock);
  const waiters = waitersInTime();
  const wake = {
    wake(_web: string, id: string) {
      waiters.wake(id);
      return Promise.resolve();
    },
    changed: () => Promise.resolve(),
  };
  const buyers = recordingBuyers(script, clock);
  const services = recordingServices(script);
  const gates = memoryDestinationGate(clock);
  /** What is away, and until when; beside what a test has endured. */
  let struckBy: { readonly what: Outage; readonly until: number } | undefined;
  const injector: FaultInjector = createFaultInjector(blows, {
    clock,
    ...redisInTime({ ledger, gates, queue }),
    goAway({ what, ms }) {
      struckBy = { what: outageOf(what), until: now.getTime() + ms };
    },
    pass: (ms) => {
      pass(ms);
    },
    change() {
      catalogues.apply(change(catalogues.current()));
    },
  });
  /** Errors that are no outage: a job must not end so. */
  const faults: unknown[] = [];
  const log = tellingLog(faults);
  const running = new Map<Promise<void>, SimProcess>();
  const unfinished = unfinishedRuns();
  let outage: Outage = NO_OUTAGE;
  const isStruck = (): boolean => struckBy !== undefined && now.getTime() < struckBy.until;
  const met: Outage = (what) => (isStruck() ? struckBy?.what(what) : undefined) ?? outage(what);
  /** While several race, each call of a port waits for its turn; jobs are then run by the race alone. */
  let turn: Turn | undefined;

  const portsOf = portsInTime({
    ...{ clock, newId, stores, ledger, catalogues, counts, queue, wake, unfinished, log },
    gate: gates.gate,
    destinations: buyers.destinations,
    ...{ verifier: services.verifier, verificationAnswers: memoryVerificationAnswers() },
    outage: met,
    turn: (what) => turn?.(what),
  });

  /** Runs a process until it ends, dies or falls asleep. */
  const live = async (main: (life: SimProcess) => Promise<void>): Promise<void> => {
    const life = injector.begin();
    const ended = main(life)
      .catch((error: unknown) => {
        // A call that the API refuses has its answer.
        if (!isOutage(error) && !(error instanceof RequestRefused)) faults.push(error);
      })
      .finally(() => running.delete(ended));
    running.set(ended, life);
    await Promise.race([ended, life.stopped]);
  };

  const isTwice = (): boolean => workers === 'two' || (workers !== 'one' && injector.hit() !== undefined);

  async function runNextJob(): Promise<boolean> {
    const inHand = queue.next();
    if (!inHand) return false;
    const runs = isTwice() ? [inHand, { ...inHand, isFirst: false }] : [inHand];
    await Promise.all(runs.map((one) => runJob(one)));
    return true;
  }

  const runJob = (inHand: JobInHand): Promise<void> =>
    live(async (life) => {
      try {
        inHand.end((await work(portsOf(life), inHand))?.again_at);
      } catch (error) {
        inHand.end();
        throw error;
      }
    });

  const sweepOnce = (): Promise<void> => live((life) => sweepInTime(portsOf(life), finishes));

  const tidyUp = (): Promise<void> =>
    live((life) => tidyInTime(portsOf(life), { ...stores, ledger, counts }));

  const putBackOnce = async (): Promise<void> => {
    if (unfinished.all().length + unfinished.ends().length > 0)
      await live((life) => requeueLeads(portsOf(life)));
  };

  /** Somebody lets others go first. */
  const wait = (): Promise<unknown> => turn?.('a wait') ?? quiet();
  const callBack = caller(async (id, callback) => {
    let taken: CallbackTaken | undefined;
    await live(async (life) => {
      taken = await takeCallback({ ...portsOf(life), pause: wait }, id, callback);
    });
    return taken;
  });

  /** Time goes on, jobs are run and the sweeper sweeps, until nothing is left to do. */
  async function settle(): Promise<void> {
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds += isStruck() ? 0 : 1) {
      while (await runNextJob());
      if (isSettled(stores, queue, finishes)) {
        pass(60_000);
        const wanted = { catalogue: catalogues.current(), now };
        const recount = () => rebuildMemoryLedger({ ledger, leads: stores.leads, counts, ...wanted });
        await trimInTime(stores.leads, ledger, recount);
        // A ledger that nobody asked since Redis lost it is counted by whoever asks next.
        await recount();
        return;
      }
      pass(Math.max(1_000, Math.min(nextMoment(stores, queue, finishes) - now.getTime(), 30 * 86_400_000)));
      await putBackOnce();
      await sweepOnce();
    }
    faults.push(new Error('it never settles'));
  }

  /** What is away is so for this long, while jobs are run and the sweeper sweeps. */
  async function endure(what: Outage, ms: number): Promise<void> {
    const end = now.getTime() + ms;
    let tidyAt = now.getTime();
    outage = what;
    while (now.getTime() < end) {
      while (await runNextJob());
      const next = Math.max(1_000, nextMoment(stores, queue, finishes) - now.getTime());
      pass(Math.max(0, Math.min(next, end - now.getTime()))); // a pause may have passed the end
      await putBackOnce();
      await sweepOnce();
      if (now.getTime() < tidyAt) continue;
      await tidyUp();
      tidyAt = now.getTime() + TIDY_EVERY_MS;
    }
    outage = NO_OUTAGE;
  }

  /** Wakes whoever sleeps and lets them go on to their end, or until they fall asleep again; false: nobody slept. */
  async function wakeSleepers(): Promise<boolean> {
    if (!injector.wakeUp()) return false;
    await quiet();
    while ([...running.values()].some((life) => !life.isStill())) {
      await quiet();
      waiters.expire();
      await runNextJob();
    }
    return true;
  }

  /**
   * Runs all jobs there are, each by so many workers, while time passes by these steps and the sweeper sweeps after
   * each; what is done beside it are calls of the API. In the order in which `take` gives turns.
   */
  async function race({ take, copies, times, beside = [] }: Race): Promise<void> {
    turn = take;
    const racing: Promise<unknown>[] = beside.map((act) => act());
    const runAll = (workers: number): void => {
      for (let inHand = queue.next(); inHand; inHand = queue.next())
        for (let i = 0; i < workers; i += 1) racing.push(runJob(inHand));
    };
    const timePasses = async (): Promise<void> => {
      for (const ms of times) {
        await take(`${ms} ms pass`);
        pass(ms);
        runAll(1);
        await sweepOnce();
        runAll(1);
      }
    };
    runAll(copies);
    racing.push(timePasses());
    for (let next = racing.shift(); next; next = racing.shift()) await next;
    turn = undefined;
  }

  /** Stores what a call brings, without anybody running its job. */
  async function only<T>(act: () => Promise<T>): Promise<T> {
    turn = () => Promise.resolve();
    try {
      return await act();
    } finally {
      turn = undefined;
    }
  }

  const pass = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };

  /** One call of the API, jobs being run meanwhile; undefined when no answer comes. */
  async function call(
    handler: typeof submit | typeof search,
    body: object,
    idempotency_key?: string,
  ): Promise<Envelope | undefined> {
    let answer: Envelope | undefined;
    let over = false;
    void live(async (life) => {
      const ports = webPortsOn(portsOf(life), waiters);
      answer = (await handler(ports, callOf(body, now, idempotency_key))).body;
    }).then(() => (over = true));
    for (;;) {
      await quiet();
      if (over) return answer;
      if (turn || !(await runNextJob())) waiters.expire();
    }
  }

  return {
    ...stores,
    ...{ finishes, catalogues, clock, ledger },
    fate: injector,
    faults,
    ...buyers,
    said: services.said,
    pass,
    submit: (body: object, key?: string) => call(submit, body, key),
    search: (body: object) => call(search, body),
    run: (main: (ports: WorkPorts) => Promise<void>) => live((life) => main(portsOf(life))),
    wait,
    callBack,
    settle,
    tidyUp,
    endure,
    /** So much time goes by, in which jobs are run and the sweeper sweeps. */
    idle: (ms: number) => endure(NO_OUTAGE, ms),
    wakeSleepers,
    race,
    only,
  };
}
