import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../scripts/processes/run-cli.js';
import { AS_PLANNED, type InForce } from '../plan/catalogue-state.js';
import { chaosCatalogue } from '../plan/catalogue.js';
import { changed, type Change } from '../plan/changes.js';
import type { Environment } from '../environment/environment.js';

export interface Changing {
  readonly environment: Pick<Environment, 'env' | 'servers' | 'sandboxUrl' | 'began'>;
  readonly submits: number;
  readonly changes: readonly Change[];
  /** Aborted when the load has ended; later changes are dropped. */
  readonly over: AbortSignal;
  /** Aborted when the rehearsal is interrupted. */
  readonly signal: AbortSignal;
  readonly onDone: (change: Change) => void;
}

const AGAIN_MS = 1_000;

/**
 * Changes the catalogue during the load with the `leadkeep` command: `apply`, or `pause` and `resume`. A command that
 * fails in an outage is repeated. Returns what was in force when, oldest first.
 */
export async function changeCatalogue({
  environment,
  submits,
  changes,
  over,
  signal,
  onDone,
}: Changing): Promise<InForce[]> {
  const began = performance.now();
  const history: InForce[] = [{ from: environment.began, by: environment.began, state: AS_PLANNED }];
  const file = join(environment.servers.dir, 'changed.yaml');
  for (const change of changes) {
    await rest(began + change.at_ms - performance.now(), over);
    if (over.aborted) break;
    const before = history.at(-1)?.state ?? AS_PLANNED;
    const from = new Date();
    const state = changed(before, change, from);
    if (state === before) continue;
    writeFileSync(file, chaosCatalogue(submits, environment.sandboxUrl, environment.began, state));
    const { kind, what } = change;
    const isSwitch = kind === 'pause' || kind === 'resume';
    await insist(isSwitch ? [kind, 'offer', what] : ['apply', '--yes', file], environment.env, signal);
    history.push({ from, by: new Date(), state });
    onDone(change);
  }
  return history;
}

/** Repeats a command until it succeeds, since a failed one may have been written: else it is unclear what is in force. */
async function insist(args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { ok, stderr } = await runCli(args, env, signal);
    signal.throwIfAborted();
    if (ok) return;
    // The file was refused, which no outage explains.
    if (/\.yaml:\d+/.test(stderr)) throw new Error(`leadkeep ${args.join(' ')}: ${stderr}`);
    await sleep(AGAIN_MS, undefined, { signal });
  }
}

const rest = (ms: number, over: AbortSignal): Promise<void> =>
  sleep(Math.max(0, ms), undefined, { signal: over }).catch(() => undefined);
