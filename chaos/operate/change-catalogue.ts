import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AS_PLANNED, type InForce } from '../plan/catalogue-state.js';
import { chaosCatalogue } from '../plan/catalogue.js';
import { changed, type Change } from '../plan/changes.js';
import type { Environment } from '../environment/environment.js';
import type { Leadkeep } from './leadkeep.js';

export interface Changing {
  readonly environment: Pick<Environment, 'leadkeep' | 'servers' | 'sandboxUrl' | 'began'>;
  readonly submits: number;
  readonly changes: readonly Change[];
  /** Aborted when the load has ended; later changes are dropped. */
  readonly over: AbortSignal;
  /** Aborted when the rehearsal is interrupted. */
  readonly signal: AbortSignal;
  readonly onDone: (change: Change) => void;
}

const AGAIN_MS = 1_000;
/** Longer than the longest outage. */
const PATIENCE_MS = 300_000;

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
    await insist(isSwitch ? [kind, 'offer', what] : ['apply', '--yes', file], environment.leadkeep, signal);
    history.push({ from, by: new Date(), state });
    onDone(change);
  }
  return history;
}

/**
 * Repeats a command until it succeeds, since a failed one may have been written: else it is unclear what is in force. Files
 * as they were before, with which an operator takes back a change of their own, are applied over the version that the
 * refusal names.
 */
async function insist(args: readonly string[], leadkeep: Leadkeep, signal: AbortSignal): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  let overwrite: readonly string[] = [];
  for (;;) {
    const { ok, stderr } = await leadkeep([...args, ...overwrite], signal);
    signal.throwIfAborted();
    if (ok) return;
    // The file was refused, which no outage explains.
    if (/\.yaml:\d+/.test(stderr) || performance.now() > until)
      throw new Error(`leadkeep ${args.join(' ')}: ${stderr}`);
    const inForce = /--overwrite (\d+)/.exec(stderr)?.[1];
    overwrite = inForce === undefined ? [] : ['--overwrite', inForce];
    await sleep(AGAIN_MS, undefined, { signal });
  }
}

const rest = (ms: number, over: AbortSignal): Promise<void> =>
  sleep(Math.max(0, ms), undefined, { signal: over }).catch(() => undefined);
