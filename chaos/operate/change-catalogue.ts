import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AS_PLANNED, RAISED, type CatalogueState, type InForce } from '../plan/catalogue-state.js';
import { chaosCatalogue } from '../plan/catalogue.js';
import { changed, endedIn, type Change } from '../plan/changes.js';
import { planOffers } from '../plan/offers.js';
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
 * Changes the catalogue during the load with the `leadkeep` command: `apply`, `pause`, `resume`, `change limit`. A command that
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
  /** Timed changes that will end: perhaps at `from`, certainly at `by`. */
  const ends: (Pick<Change, 'kind' | 'what'> & Omit<InForce, 'state'>)[] = [];
  const now = (): CatalogueState => history.at(-1)?.state ?? AS_PLANNED;
  const endUntil = (at: Date): void => {
    while (ends[0] && ends[0].by <= at) {
      const { kind, what, from, by } = ends[0];
      history.push({ from, by, state: endedIn(now(), { kind, what }) });
      ends.shift();
    }
  };
  for (const change of changes) {
    await rest(began + change.at_ms - performance.now(), over);
    if (over.aborted) break;
    endUntil(new Date());
    const before = now();
    const from = new Date();
    const state = changed(before, change, from);
    if (state === before) continue;
    writeFileSync(file, chaosCatalogue(submits, environment.sandboxUrl, environment.began, state));
    await insist(commandOf(change, submits, file), environment.leadkeep, signal);
    const by = new Date();
    history.push({ from, by, state });
    const { kind, what, for_ms } = change;
    if (for_ms !== undefined && kind !== 'close')
      ends.push({ kind, what, from: after(from, for_ms), by: after(by, for_ms) });
    onDone(change);
  }
  endUntil(new Date(8.64e15));
  return history;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

function commandOf({ kind, what, for_ms = 0 }: Change, submits: number, file: string): string[] {
  const until = ['--for', `${Math.round(for_ms / 1_000)}s`];
  switch (kind) {
    case 'pause':
    case 'resume':
      return [kind, 'offer', what];
    case 'pause_for':
      return ['pause', 'buyer', what, ...until];
    case 'raise_for': {
      const [cap] = planOffers(submits).find(({ handle }) => handle === what)?.caps ?? [];
      const limit = String((cap?.limit ?? 0) * RAISED);
      return ['change', 'limit', 'offer', what, limit, '--window', cap?.window ?? 'day', ...until];
    }
    default:
      return ['apply', '--yes', file];
  }
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
    // A timed change that was stored is in its own way.
    if (ok || stderr.includes('End that first, or choose other times')) return;
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
