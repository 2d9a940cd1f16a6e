import type { Timed } from './steady-load.js';
import { percentile } from '../statistics.js';
import { over, tidy, type ScaleReport } from './scale-run.js';

/** A submit waits ten seconds for its decision, then it is answered with 202. */
const MAX_SUBMIT_MS = 11_000;
const MAX_SEARCH_MS = 2_000;
/** Draining ÷ steady. */
const MIN_DRAIN = 0.9;

export interface StoredLead {
  readonly id: string;
  readonly state: string;
  readonly decision?: { readonly at: Date };
}

/** What was sent and answered, and what the database has of it. */
export interface Burst {
  readonly answers: readonly Timed[];
  readonly searches: readonly Timed[];
  /** All leads that were received since the burst began. */
  readonly leads: readonly StoredLead[];
  /** When the last submit was sent. */
  readonly endedAt: Date;
  /** Submits decided in a second before the burst. */
  readonly steady: number;
}

/** Compares the answers with the records. */
export function burstReport({ answers, searches, leads, endedAt, steady }: Burst): ScaleReport {
  const accepted = answers.filter(({ status }) => status === 200);
  const later = answers.filter(({ status }) => status === 202);
  const failed = answers.filter(({ status }) => status === 0 || status >= 500);
  const refused = answers.length - accepted.length - later.length - failed.length;
  const stored = new Map(leads.map((lead) => [lead.id, lead]));
  const ids = [...accepted, ...later].map(
    ({ body }) => (JSON.parse(body) as { svc_lead_id: string }).svc_lead_id,
  );
  const lost = ids.filter((id) => !stored.has(id)).length;
  const twice = ids.length - new Set(ids).size + Math.max(0, leads.length - answers.length);
  const undecided = leads.filter(({ decision }) => decision === undefined).length;
  const drain = drainOf(leads, endedAt);
  const slowest = worst(answers);
  const slowestSearch = worst(searches);
  const figures = {
    ...{ submits: answers.length, decided_at_once: accepted.length, answered_202: later.length },
    ...{ refused, failed: failed.length, lost, twice, undecided },
    ...{
      p50_ms: percentile(times(answers), 0.5),
      p99_ms: percentile(times(answers), 0.99),
      slowest_ms: slowest,
    },
    ...{
      steady_per_second: steady,
      drained: drain.leads,
      drain_per_second: drain.rate,
      drain_ratio: drain.rate / steady,
    },
    ...{
      searches: searches.length,
      search_p50_ms: percentile(times(searches), 0.5),
      slowest_search_ms: slowestSearch,
    },
  };
  const text = [
    `${answers.length} submits: ${accepted.length} decided at once, ${later.length} answered with 202, ${refused} refused, ${failed.length} failed`,
    `answered within ${tidy(slowest / 1_000)} s, half of them within ${tidy(figures.p50_ms / 1_000)} s`,
    `in the database: ${leads.length}, ${lost} lost, ${twice} twice, ${undecided} not decided`,
    `the last ${drain.leads} were decided at ${tidy(drain.rate)} a second, ${tidy(figures.drain_ratio)} of the steady ${tidy(steady)}`,
    `${searches.length} searches beside: half within ${tidy(figures.search_p50_ms)} ms, the slowest ${tidy(slowestSearch)} ms`,
  ].join('\n');
  const bad = searches.filter(({ status }) => status !== 200);
  const failures = [
    ...over('submits that failed', failed.length, 0),
    ...over('submits that were refused', refused, 0),
    ...over('lost leads', lost, 0),
    ...over('leads stored twice', twice, 0),
    ...over('undecided leads', undecided, 0),
    ...over('the slowest submit', slowest, MAX_SUBMIT_MS, ' ms'),
    ...over('searches that failed', bad.length, 0),
    ...over('the slowest search', slowestSearch, MAX_SEARCH_MS, ' ms'),
    ...(drain.leads > 0 && figures.drain_ratio < MIN_DRAIN
      ? [`draining: ${tidy(figures.drain_ratio)} of the steady rate, at least ${MIN_DRAIN}`]
      : []),
    ...[...failed, ...bad].slice(0, 1).map(({ status, body }) => `HTTP ${status} ${body.slice(0, 300)}`),
  ];
  return { figures, text, failures };
}

const times = (all: readonly Timed[]): number[] => all.map(({ ms }) => ms);
const worst = (all: readonly Timed[]): number => all.reduce((most, { ms }) => Math.max(most, ms), 0);

/** How fast the leads were decided that were not when the burst ended. */
function drainOf(
  leads: readonly StoredLead[],
  endedAt: Date,
): { readonly leads: number; readonly rate: number } {
  const after = leads.flatMap(({ decision }) => {
    const late = (decision?.at.getTime() ?? 0) - endedAt.getTime();
    return late > 0 ? [late] : [];
  });
  const seconds = after.reduce((most, late) => Math.max(most, late), 0) / 1_000;
  return { leads: after.length, rate: seconds === 0 ? 0 : after.length / seconds };
}
