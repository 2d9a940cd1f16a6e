import type { Connection } from 'mongoose';
import type { SuppressionLog } from '../../app/ports/suppression-log.js';
import type { Suppressions, SuppressionStore } from '../../app/ports/suppressions.js';
import { createSuppressionCache } from '../mongo/suppressions/suppression-cache.js';
import { createSuppressionLog } from '../mongo/suppressions/suppression-log.js';
import { createSuppressionStore } from '../mongo/suppressions/suppression-store.js';
import type { Probe } from './health.js';

/** The suppression list of a process. */
export interface SuppressionParts {
  readonly suppressions: Suppressions;
  readonly suppressionLog: SuppressionLog;
  readonly suppressionStore: SuppressionStore;
}

/** The processes that decide what is offered and sold, or send people to partners. They are not ready without a current filter. */
const SELLING: readonly string[] = ['search', 'partner', 'submit'];

interface Opening {
  readonly processName: string;
  readonly refreshMs: number;
  /** Guards a store, so that it throws outages. */
  readonly guard: <T extends object>(store: T) => T;
}

/** Opens the list. It reads nothing until somebody looks, or asks whether the process is ready. */
export function openSuppressions(
  connection: Connection,
  { processName, refreshMs, guard }: Opening,
): { readonly parts: SuppressionParts; readonly probes: Readonly<Record<string, Probe>> } {
  const suppressionLog = guard(createSuppressionLog(connection));
  const suppressionStore = guard(createSuppressionStore(connection, suppressionLog));
  const clock = (): Date => new Date();
  const cache = createSuppressionCache(suppressionLog, suppressionStore, { refreshMs, clock });
  const isSelling = SELLING.includes(processName);
  return {
    parts: { suppressions: cache, suppressionLog, suppressionStore },
    probes: isSelling ? { suppressions: () => cache.whyNotCurrent() } : {},
  };
}
