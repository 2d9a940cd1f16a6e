import { counted, EXCHANGE, type Subject } from '../finding.js';
import { ageMs, hasLasted, rule } from '../rule.js';

export const queueLag = rule({
  name: 'queue_lag',
  needs: 'queues',
  find: (queues, { at, thresholds: { queue_lag_ms } }) =>
    queues.flatMap(({ queue, waiting, oldest }) =>
      oldest === null || !hasLasted(oldest, queue_lag_ms, at)
        ? []
        : {
            severity: 'urgent' as const,
            subject: { kind: 'queue', id: queue, name: queue } satisfies Subject,
            since: oldest,
            count: waiting,
            sentence: `${counted(waiting, 'job')} of the queue ${queue} ${waiting === 1 ? 'waits' : 'wait'}: start more ${queue} processes, or see why they do not work.`,
            value: ageMs(oldest, at),
            threshold: queue_lag_ms,
            unit: 'ms' as const,
          },
    ),
});

export const overdueLeads = rule({
  name: 'overdue_leads',
  needs: 'leads',
  find: ({ oldest_due }, { at, thresholds: { overdue_ms } }) =>
    oldest_due === null || !hasLasted(oldest_due, overdue_ms, at)
      ? []
      : [
          {
            severity: 'urgent' as const,
            subject: EXCHANGE,
            since: oldest_due,
            count: 1,
            sentence: 'Leads are overdue. Neither the sweeper nor the submit processes are making progress.',
            value: ageMs(oldest_due, at),
            threshold: overdue_ms,
            unit: 'ms' as const,
          },
        ],
});

const EFFECTS_LATE_MS = 300_000;

export const lateEffects = rule({
  name: 'late_effects',
  needs: 'leads',
  find: ({ effects: { count, oldest } }, { at }) =>
    oldest === null || !hasLasted(oldest, EFFECTS_LATE_MS, at)
      ? []
      : [
          {
            severity: 'soon' as const,
            subject: EXCHANGE,
            since: oldest,
            count,
            sentence: `${counted(count, 'pending effect')} of leads ${count === 1 ? 'is' : 'are'} late: caps, slots, claims, books, news or fallbacks are behind.`,
            value: ageMs(oldest, at),
            threshold: EFFECTS_LATE_MS,
            unit: 'ms' as const,
          },
        ],
});

const UNSOUND = {
  unsuitable: "This Redis can't hold the cap ledger, so nothing is sold: `leadkeep ledger check` says why.",
  rebuilding: 'The cap ledger is being rebuilt. Nothing is sold until it’s done.',
  stale: 'The cap ledger is stale and isn’t being rebuilt, so nothing is sold.',
  none: 'There is no cap ledger and none is being built, so nothing is sold.',
};

/** A ledger that is stale while nothing is to be sold harms nobody: the next lead has it rebuilt. */
export const ledgerUnsound = rule({
  name: 'ledger_unsound',
  needs: 'ledger',
  lasts: ({ ledger_unsound_ms }) => ledger_unsound_ms,
  find(state, { readings: { leads }, thresholds: { ledger_unsound_ms } }) {
    const isWaitedFor = leads === undefined || leads.oldest_due !== null;
    if (state === 'sound' || ((state === 'stale' || state === 'none') && !isWaitedFor)) return [];
    return [
      {
        severity: 'urgent' as const,
        subject: EXCHANGE,
        count: 1,
        sentence: UNSOUND[state],
        value: ledger_unsound_ms,
        threshold: ledger_unsound_ms,
        unit: 'ms' as const,
      },
    ];
  },
});

export const noSweeper = rule({
  name: 'no_sweeper',
  needs: 'processes',
  lasts: ({ no_sweeper_ms }) => no_sweeper_ms,
  find: (processes, { thresholds: { no_sweeper_ms } }) =>
    processes.some(({ name, waits }) => name === 'sweeper' && !waits)
      ? []
      : [
          {
            severity: 'urgent' as const,
            subject: { kind: 'process', id: 'sweeper', name: 'sweeper' } satisfies Subject,
            count: 1,
            sentence: 'No sweeper is running. Overdue leads, reports and cleanup are waiting for one.',
            value: no_sweeper_ms,
            threshold: no_sweeper_ms,
            unit: 'ms' as const,
          },
        ],
});
