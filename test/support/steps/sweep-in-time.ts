import { EFFECT_GRACE_MS } from '../../../src/core/delivery/lease-times.js';
import { createFailures } from '../../../src/app/each-separately.js';
import { finishLeads } from '../../../src/app/upkeep/finish-leads.js';
import { sweep } from '../../../src/app/upkeep/sweep.js';
import type { PortsInTime } from './ports-in-time.js';

/**
 * What a sweeper does every few seconds. `finishes`: what it does every second comes first, and leaves the sweep
 * little. Without it the sweep does all alone.
 */
export async function sweepInTime(ports: PortsInTime, finishes: boolean): Promise<void> {
  if (finishes) await finishLeads({ ...ports, tell: () => Promise.resolve() });
  await sweep(ports, createFailures(ports.log), finishes ? EFFECT_GRACE_MS : undefined);
}
