import { Gauge, type Registry } from 'prom-client';
import type { LeadOverview } from '../../../app/ports/lead-overview.js';
import type { Backlog } from '../../../core/backlog.js';
import type { LedgerState } from '../../../app/ports/ledger-view.js';
import type { RollupStore } from '../../../app/ports/rollup-store.js';
import type { QueueProducers } from '../../queues/producer.js';
import { cached, slowly } from './readings.js';

export interface GaugeSources {
  readonly overview: Pick<LeadOverview, 'backlog' | 'pendingEffects' | 'oldestDue'>;
  readonly queues: Pick<QueueProducers, 'depth'>;
  /** How far quarters are counted for the reports. Null: nothing is counted yet. */
  readonly rollups: Pick<RollupStore, 'progress'>;
  /** By how many milliseconds each class of the retention is behind. Empty: it has not begun. */
  readonly retention: () => Promise<ReadonlyMap<string, number>>;
  readonly ledger: () => Promise<LedgerReading>;
  /** Destinations that the catalogue in force asks, and whose breaker is not closed, with where requests fail. */
  readonly down: () => Promise<readonly Down[]>;
  readonly clock: () => Date;
}

interface Down {
  readonly offer: string;
  readonly what: string;
  readonly at: 'destination' | 'proxy';
}

/**
 * `epoch` is the run id of the Redis that the ledger was counted on. `rebuilds` counts since that Redis was new. `memory_share`:
 * what is used of `maxmemory`, of the fullest master. Absent: Redis has no limit of its own.
 */
export interface LedgerReading {
  readonly state: LedgerState;
  readonly epoch: string | null;
  readonly rebuilds: number;
  readonly memory_share?: number;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const LEDGER_STATES: readonly LedgerState[] = ['sound', 'rebuilding', 'stale', 'none', 'unsuitable'];

/**
 * The values that alert an operator: undecided leads, stalled queues, pending effects, the ledger. They are read when
 * a scrape asks, at most every few seconds; undecided leads are counted once a minute. If a service is away, its gauges
 * have no value and `leadkeep_gauges_up` is 0.
 */
export function registerGauges(
  metrics: Registry,
  { overview, queues, rollups, retention, ledger, down, clock }: GaugeSources,
): void {
  const now = (): number => clock().getTime();
  const records = cached(
    async () => ({
      unknown: await overview.backlog('unknown'),
      effects: await overview.pendingEffects(),
      due: await overview.oldestDue(clock()),
      reported: (await rollups.progress())?.to ?? null,
    }),
    { clock: now },
  );
  // An outage of hours may leave more than can be counted while a scrape waits.
  const undecided = slowly(() => overview.backlog('undecided'), { clock: now });
  const behind = cached(retention, { clock: now });
  const jobs = cached(() => queues.depth(), { clock: now });
  const caps = cached(ledger, { clock: now });
  const breakers = cached(down, { clock: now });
  const age = (since: Date | null | undefined): number =>
    since ? Math.max(0, (now() - since.getTime()) / 1_000) : 0;

  const gauge = <T>(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Promise<T | undefined>,
    samples: (reading: T) => readonly Sample[],
  ): void => {
    const made: Gauge = new Gauge({
      name: `leadkeep_${name}`,
      help,
      labelNames: [...labels],
      registers: [metrics],
      async collect() {
        const reading = await read();
        made.reset();
        const found = reading === undefined ? [] : samples(reading);
        // After a reset, a gauge without labels would show 0.
        if (labels.length === 0 && found.length === 0) made.remove();
        for (const [values, value] of found) made.set(values, value);
      },
    });
  };

  const backlogs: readonly [string, string, () => Promise<Backlog | undefined>][] = [
    ['leads_undecided', 'Leads that have not ended, unknown ones included', undecided],
    [
      'leads_unknown',
      'Leads that wait for an operator to settle them',
      async () => (await records())?.unknown,
    ],
  ];
  for (const [name, help, read] of backlogs) {
    gauge(name, help, [], read, ({ count }) => [[{}, count]]);
    gauge(`${name}_oldest_seconds`, `${help}: age of the oldest`, [], read, ({ oldest }) => [
      [{}, age(oldest)],
    ]);
  }
  const effects = async () => (await records())?.effects;
  const owed = 'What leads still owe elsewhere after a change';
  gauge('pending_effects', owed, ['kind'], effects, (kinds) =>
    [...kinds].map(([kind, { count }]): Sample => [{ kind }, count]),
  );
  gauge('pending_effects_oldest_seconds', `${owed}: age of the oldest`, ['kind'], effects, (kinds) =>
    [...kinds].map(([kind, { oldest }]): Sample => [{ kind }, age(oldest)]),
  );
  gauge('leads_overdue_seconds', 'How long the most overdue lead has been due', [], records, ({ due }) => [
    [{}, age(due)],
  ]);
  gauge(
    'reports_behind_seconds',
    'How old the newest quarter is that reports count',
    [],
    records,
    ({ reported }) => [[{}, age(reported)]],
  );
  gauge(
    'retention_behind_seconds',
    'By how much persons or labels may be kept longer than the term of their class',
    ['class'],
    behind,
    (classes) => [...classes].map(([name, ms]): Sample => [{ class: name }, ms / 1_000]),
  );
  gauge('queue_jobs', 'Jobs of each queue', ['queue', 'state'], jobs, (depth) =>
    Object.entries(depth).flatMap(([queue, { waiting, active, delayed }]) =>
      Object.entries({ waiting, active, delayed }).map(([state, n]): Sample => [{ queue, state }, n]),
    ),
  );
  gauge('queue_oldest_waiting_seconds', 'How long the oldest new job waits', ['queue'], jobs, (depth) =>
    Object.entries(depth).map(([queue, { oldest }]): Sample => [{ queue }, age(oldest)]),
  );
  gauge('ledger_state', 'State of the cap ledger: 1 for the one it is in', ['state'], caps, (reading) =>
    LEDGER_STATES.map((state): Sample => [{ state }, state === reading.state ? 1 : 0]),
  );
  gauge(
    'ledger_epoch',
    'Run id of the Redis on which the ledger was counted',
    ['epoch'],
    caps,
    ({ epoch }) => (epoch === null ? [] : [[{ epoch }, 1]]),
  );
  gauge('ledger_rebuilds', 'Rebuilds of the ledger since this Redis is new', [], caps, ({ rebuilds }) => [
    [{}, rebuilds],
  ]);
  gauge(
    'redis_memory_share',
    'Share of its maxmemory that Redis uses; at 1 it refuses writes',
    [],
    caps,
    ({ memory_share }) => (memory_share === undefined ? [] : [[{}, memory_share]]),
  );
  gauge(
    'destination_down',
    '1 for each destination whose breaker is open',
    ['offer', 'what', 'at'],
    breakers,
    (found) => found.map((labels): Sample => [{ ...labels }, 1]),
  );
  gauge('gauges_up', 'Whether the gauges could be read', ['source'], sourcesUp, (up) =>
    Object.entries(up).map(([source, is]): Sample => [{ source }, is ? 1 : 0]),
  );

  async function sourcesUp(): Promise<Record<string, boolean>> {
    const [mongodb, queue, redis] = await Promise.all([records(), jobs(), caps()]);
    return { mongodb: mongodb !== undefined, queues: queue !== undefined, ledger: redis !== undefined };
  }
}
