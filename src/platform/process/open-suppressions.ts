import type { Suppressions } from '../../app/ports/suppressions.js';
import { createSuppressionCache } from '../mongo/suppressions/suppression-cache.js';
import type { Probe } from './health.js';
import type { Stores } from './stores.js';

/** The suppression list of a process. */
export interface SuppressionParts {
  readonly suppressions: Suppressions;
}

/** The processes that decide what is offered and sold, or send people to partners. They are not ready without a current filter. */
const SELLING: readonly string[] = ['search', 'partner', 'submit'];

interface Opening {
  readonly processName: string;
  readonly refreshMs: number;
}

/** Opens the list. It reads nothing until somebody looks, or asks whether the process is ready. */
export function openSuppressions(
  { suppressionLog, suppressionStore }: Pick<Stores, 'suppressionLog' | 'suppressionStore'>,
  { processName, refreshMs }: Opening,
): { readonly parts: SuppressionParts; readonly probes: Readonly<Record<string, Probe>> } {
  const clock = (): Date => new Date();
  const cache = createSuppressionCache(suppressionLog, suppressionStore, { refreshMs, clock });
  const isSelling = SELLING.includes(processName);
  return {
    parts: { suppressions: cache },
    probes: isSelling ? { suppressions: () => cache.whyNotCurrent() } : {},
  };
}
