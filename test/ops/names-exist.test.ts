import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { measureClock } from '../../src/platform/process/clock-watch.js';
import { partnerFaultCounter } from '../../src/platform/process/metrics/partner-faults.js';
import { reportRefusals } from '../../src/platform/process/mongo-traffic.js';
import { countParked, webhookMetrics } from '../../src/platform/process/metrics/webhook-metrics.js';
import { registerGauges, type GaugeSources } from '../../src/platform/process/metrics/gauges.js';
import type { WebhookMessages } from '../../src/app/ports/webhook-store.js';
import { createDupeChecks } from '../../src/platform/redis/limits/dupe-checks.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const RULES = (
  parse(readFileSync('ops/prometheus/alerts.yml', 'utf8')) as {
    groups: readonly { rules: readonly Rule[] }[];
  }
).groups.flatMap(({ rules }) => rules);

const DASHBOARDS = readdirSync('ops/grafana').map((name) => {
  const text = readFileSync(`ops/grafana/${name}`, 'utf8');
  return {
    name,
    board: JSON.parse(text) as { panels: readonly { id: number; targets: readonly { expr: string }[] }[] },
  };
});

/** A gauge that only grows, because Redis counts it: it falls only with a new Redis. */
const GROWS = 'leadkeep_ledger_rebuilds';

function everyMetric(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const happened = { count: () => undefined };
  partnerFaultCounter(metrics, happened);
  createDupeChecks({ defineCommand: () => undefined } as never, 'p', metrics, happened);
  registerGauges(metrics, {} as GaugeSources);
  webhookMetrics(metrics, { counts: () => Promise.resolve([]) });
  countParked(metrics, {} as WebhookMessages);
  reportRefusals(metrics, { error: () => undefined })();
  measureClock(metrics, { difference: () => undefined });
  return metrics;
}

/** Every metric that any process registers, with the names of its labels. */
async function registered(): Promise<ReadonlyMap<string, readonly string[]>> {
  const metrics = everyMetric();
  const found = new Map<string, readonly string[]>();
  for (const { name } of metrics.getMetricsAsArray() as { name: string }[]) {
    const metric = metrics.getSingleMetric(name) as unknown as { labelNames?: readonly string[] };
    found.set(name, metric.labelNames ?? []);
  }
  return Promise.resolve(found);
}

/** The names of metrics in an expression, each with the labels that it is filtered by. */
function usedIn(expr: string): { readonly name: string; readonly labels: readonly string[] }[] {
  return [...expr.matchAll(/\b((?:leadkeep|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', filters = '']) => ({
      name,
      labels: [...filters.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label = '']) => label),
    }),
  );
}

describe('ops', () => {
  const expressions = [
    ...RULES.map(({ alert, expr }) => [alert, expr] as const),
    ...DASHBOARDS.flatMap(({ name, board }) =>
      board.panels.flatMap(({ id, targets }) => targets.map(({ expr }) => [`${name} ${id}`, expr] as const)),
    ),
  ];

  it('uses metrics and labels that exist, and some in each expression', async () => {
    const known = await registered();
    for (const [where, expr] of expressions) {
      const used = usedIn(expr);
      expect(used.length, `${where}: ${expr}`).to.be.above(0);
      for (const { name, labels } of used) {
        expect([...known.keys()], where).to.include(name);
        expect(known.get(name), `${where}: ${name}`).to.include.members([...labels]);
      }
      for (const [, by = ''] of expr.matchAll(/by \(([^)]*)\)/g))
        for (const { name } of used) expect(known.get(name), where).to.include.members(by.split(/,\s*/));
    }
  });

  it('takes the increase of counters only: each time that a gauge falls, it would count as a new start', () => {
    const metrics = everyMetric();
    const grows = (name: string): boolean =>
      name === GROWS || metrics.getSingleMetric(name) instanceof Counter;
    let found = 0;
    for (const [where, expr] of expressions)
      for (const [, inner = ''] of expr.matchAll(/\b(?:increase|i?rate|resets)\(([^)]*)\)/g))
        for (const { name } of usedIn(inner)) {
          found += 1;
          expect(grows(name), `${where}: ${name} is no counter`).to.equal(true);
        }
    expect(found).to.be.above(4);
  });

  it('adds up no gauge over processes: all that serve it say the same', () => {
    const metrics = everyMetric();
    for (const [where, expr] of expressions)
      for (const [, name = ''] of expr.matchAll(/\b(?:count|sum(?: by \([^)]*\))?) ?\((leadkeep_\w+)/g))
        expect(metrics.getSingleMetric(name), `${where}: ${expr}`).to.not.be.instanceOf(Gauge);
  });

  it('names labels in its texts that the metric has', async () => {
    const known = await registered();
    for (const { alert, expr, annotations } of RULES)
      for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
        expect(
          usedIn(expr).some(({ name }) => known.get(name)?.includes(label)),
          `${alert}: ${label}`,
        ).to.equal(true);
  });

  it('has a summary and a severity for each alert, and names them once', () => {
    expect(new Set(RULES.map(({ alert }) => alert)).size).to.equal(RULES.length);
    for (const { labels } of RULES) expect(['urgent', 'soon', 'note']).to.include(labels.severity);
  });

  it('has an alert for every gauge that docs/metrics.md suggests one for', () => {
    const suggested = readFileSync('docs/metrics.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `leadkeep_') && !line.trimEnd().endsWith('| – |'))
      .map((line) => /`(leadkeep_\w+)/.exec(line)?.[1] ?? '');
    const used = RULES.flatMap(({ expr }) => usedIn(expr).map(({ name }) => name));
    const base = (name: string): string => name.replace('dupe_check_hit_rate', 'dupe_checks_total');
    for (const name of suggested.filter(
      (each) => !['leadkeep_leads_undecided', 'leadkeep_queue_jobs'].includes(each),
    ))
      expect(used, name).to.include(base(name));
  });
});
