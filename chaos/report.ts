import type { Journal } from './load/journal.js';
import type { ChaosOptions } from './options.js';
import type { Done } from './environment/break-things.js';
import type { FleetLog } from './environment/fleet.js';
import type { KeptBooks } from './operate/keep-books.js';
import type { Unsettled } from './settle.js';
import { isSettled, isStarved, salesOf, type Evidence, type Violation } from './verdicts/evidence.js';
import { involvedIn, type Involved } from './verdicts/involved.js';
import type { Filled } from './verdicts/caps.js';

type Counts = Readonly<Record<string, number>>;

/** The result of a rehearsal, as `--report` writes it. */
export interface Report {
  readonly options: ChaosOptions;
  /** `url` (given by address, so without faults), or how the server was found. */
  readonly servers: { readonly redis: string; readonly mongo: string };
  readonly seconds: { readonly load: number; readonly settle: number; readonly all: number };
  readonly acknowledged: { readonly submits: number; readonly searches: number; readonly given_up: number };
  /** Stored leads by state. More than the acknowledged ones if answers were lost for good. */
  readonly leads: Counts;
  readonly sold: number;
  readonly unknown_and_sold: number;
  /** Of those that are unknown, leads whose process hardly got to run while they were sent. */
  readonly unknown_and_starved: number;
  readonly caps_full: number;
  /** Catalogue versions that were applied during the load. */
  readonly changes: number;
  /** Stored leads that operators settled. */
  readonly settled: number;
  readonly called_back: number;
  /** Stored leads that waited for the end of a timed pause. */
  readonly held: number;
  /** Entries in the books by kind; returns that a rule refused; stages that buyers reported; closed months. */
  readonly books: {
    readonly entries: Counts;
    readonly refused: number;
    readonly stages: number;
    readonly closed: number;
  };
  readonly without_consent: number;
  readonly faults: Counts;
  readonly fault_list: readonly Done[];
  readonly rebuilds: number;
  readonly still_moving: Unsettled;
  readonly calls: Counts;
  readonly nothing_found: number;
  /** Errors that the processes logged: worth a look, but not violations. */
  readonly logged_errors: readonly {
    readonly what: string;
    readonly count: number;
    readonly example: string;
  }[];
  readonly violations: readonly Violation[];
  /** The leads in violations: as stored, and as the sandbox received them. */
  readonly involved: readonly Involved[];
}

export interface Findings {
  readonly options: ChaosOptions;
  readonly servers: Report['servers'];
  readonly seconds: Report['seconds'];
  readonly journal: Journal;
  readonly faults: readonly Done[];
  readonly rest: Unsettled;
  readonly evidence: Evidence;
  readonly kept: KeptBooks;
  readonly verdict: { readonly violations: readonly Violation[]; readonly filled: readonly Filled[] };
  readonly log: FleetLog;
}

export function reportOf(findings: Findings): Report {
  const { options, servers, seconds, journal, faults, rest, evidence, kept, verdict, log } = findings;
  const sales = salesOf(evidence.received);
  const violations = [
    ...verdict.violations,
    ...journal.unexpected.map(({ call, http, body }) => ({
      rule: 'unexpected answer',
      what: `${call}: ${http} ${body.slice(0, 300)}`,
    })),
    ...log.deaths.map((what) => ({ rule: 'a process ended by itself', what })),
    ...(rest.searches > 0 ? [{ rule: 'not settled', what: `${rest.searches} searches are open` }] : []),
    ...(rest.entries > 0 ? [{ rule: 'not settled', what: `${rest.entries} entries are not booked` }] : []),
  ];
  const stateOf = (id: string): string => evidence.leads.get(id)?.state ?? 'missing';
  return {
    options,
    servers,
    seconds,
    acknowledged: {
      submits: journal.acknowledged.size,
      searches: journal.searches.size,
      given_up: journal.givenUp.length,
    },
    leads: tally([...evidence.leads.values()].map(({ state }) => state)),
    sold: sales.size,
    unknown_and_sold: [...sales.keys()].filter((id) => stateOf(id) === 'unknown').length,
    unknown_and_starved: [...evidence.leads.values()].filter(
      ({ state, attempts }) => state === 'unknown' && attempts.some(isStarved),
    ).length,
    caps_full: verdict.filled.filter(({ sold, limit }) => sold >= limit).length,
    changes: evidence.history.length - 1,
    settled: [...evidence.leads.values()].filter(isSettled).length,
    held: [...evidence.leads.values()].filter(({ timeline }) =>
      timeline.some(({ what, reason }) => what === 'waits' && reason?.['why'] === 'paused'),
    ).length,
    called_back: evidence.received.filter(({ what, status }) => what === 'callback' && status === 200).length,
    books: {
      entries: tally(evidence.entries.map(({ kind }) => kind)),
      refused: kept.refused,
      stages: kept.stages.size,
      closed: kept.closed,
    },
    without_consent: [...evidence.leads.values()].filter(({ idempotency = [] }) =>
      idempotency.some(({ key }) => evidence.withoutConsent.has(key)),
    ).length,
    faults: tally(faults.map(({ kind }) => kind)),
    fault_list: faults,
    rebuilds: log.rebuilds,
    still_moving: rest,
    calls: Object.fromEntries([...journal.calls].sort()),
    nothing_found: journal.nothingFound,
    logged_errors: [...log.errors].map(([what, { count, example }]) => ({ what, count, example })),
    violations,
    involved: involvedIn(violations, evidence),
  };
}

function tally(words: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const SHOWN = 20;
const listed = (counts: Counts): string =>
  Object.entries(counts)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ') || 'none';

/** The report as text. */
export function summaryOf(report: Report): string {
  const { options, servers, acknowledged, leads, books, violations, seconds } = report;
  const left = (['redis', 'mongo'] as const).filter((name) => servers[name] === 'url');
  return [
    `seed ${options.seed}: ${options.submits} submits of ${options.people} people; load ${seconds.load} s, settled in ${seconds.settle} s`,
    `acknowledged  ${acknowledged.submits} submits, ${acknowledged.searches} searches; given up by the client: ${acknowledged.given_up}`,
    `leads         ${listed(leads)}`,
    `buyers took   ${report.sold}, of which unknown to us: ${report.unknown_and_sold}; unknown with a starved process: ${report.unknown_and_starved}; caps full: ${report.caps_full}`,
    `operators     ${report.changes} changes of the catalogue, ${report.settled} leads settled; held in a pause ${report.held}; callbacks heard ${report.called_back}; without consent ${report.without_consent}`,
    `books         ${listed(books.entries)}; ${books.refused} returns refused; ${books.stages} stages reported; ${books.closed} months closed`,
    `faults        ${listed(report.faults)}${left.length > 0 ? ` (left out, given by address: ${left.join(' and ')})` : ''}`,
    `rebuilds      ${report.rebuilds}`,
    `still moving  ${listed({ ...report.still_moving })}`,
    ...report.logged_errors.map(({ what, count }) => `logged error  ${count} × ${what}`),
    `violations    ${violations.length}`,
    ...violations.slice(0, SHOWN).map(({ rule, what }) => `  ${rule}: ${what}`),
    ...(violations.length > SHOWN ? [`  … and ${violations.length - SHOWN} more (--report has all)`] : []),
  ].join('\n');
}
