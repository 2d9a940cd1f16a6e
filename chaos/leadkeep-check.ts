import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from './environment/environment.js';
import type { Evidence, Violation } from './verdicts/evidence.js';

/** The parts of `leadkeep check --json` that are read here. */
interface Printed {
  readonly violations: readonly {
    readonly invariant: string;
    readonly kind: string;
    readonly id: string;
    readonly detail: string;
  }[];
}

/** The sweeper trims the ledger once a minute, so a rebuild's surplus may stay that long. */
const PATIENCE_MS = 130_000;
const AGAIN_MS = 5_000;

/** The violations that `leadkeep check` finds in the stored data. Repeated while it finds some. */
export async function leadkeepCheck(
  { leadkeep, servers }: Pick<Environment, 'leadkeep' | 'servers'>,
  { acknowledged, acknowledgedSearches }: Pick<Evidence, 'acknowledged' | 'acknowledgedSearches'>,
  signal: AbortSignal,
): Promise<Violation[]> {
  const ids = [...acknowledged.flatMap(({ answers }) => answers.map(({ lead_id }) => lead_id))];
  const file = join(servers.dir, 'acknowledged.txt');
  writeFileSync(file, [...new Set([...ids, ...acknowledgedSearches])].join('\n'));
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { stdout, stderr } = await leadkeep(
      ['check', '--json', '--settled', '--acknowledged', file],
      signal,
    );
    signal.throwIfAborted();
    const found = read(stdout) ?? [{ rule: 'leadkeep check', what: `it could not look: ${stderr}` }];
    if (found.length === 0 || performance.now() > until) return found;
    await sleep(AGAIN_MS, undefined, { signal });
  }
}

function read(stdout: string): Violation[] | undefined {
  try {
    const { violations } = JSON.parse(stdout) as Printed;
    return violations.map(({ invariant, kind, id, detail }) => ({
      rule: `leadkeep check: ${invariant}`,
      what: `${kind} ${id}: ${detail}`,
    }));
  } catch {
    return undefined;
  }
}
