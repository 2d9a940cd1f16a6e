import type { LeadCounts } from '../../../src/app/ports/lead-counts.js';
import { expireOld } from '../../../src/app/upkeep/expire.js';
import { rollUpCaps } from '../../../src/app/upkeep/roll-up-caps.js';
import { trimClaims, trimLedger, trimSlots } from '../../../src/app/upkeep/trim.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import type { memoryLeadStore } from '../fakes/memory-lead-store.js';
import type { memoryLedger } from '../fakes/memory-ledger.js';

/** What the sweeper does once a minute: places of leads that are over are given back. */
export const trimInTime = (
  leads: ReturnType<typeof memoryLeadStore>,
  ledger: ReturnType<typeof memoryLedger>,
  recount: () => Promise<unknown>,
): Promise<number> =>
  trimLedger({
    leads,
    recount() {
      ledger.goStale();
      return recount();
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *reserved() {
      yield* ledger.reservationsInRedis();
    },
    isReserved: (found) => Promise.resolve(ledger.isReserved(found)),
    release(found) {
      ledger.releaseReservation(found);
      return Promise.resolve();
    },
  });

interface Tidied {
  readonly leads: ReturnType<typeof memoryLeadStore>;
  readonly ledger: ReturnType<typeof memoryLedger>;
  readonly counts: LeadCounts;
}

/** All that it does now and then beside its sweeps. */
export async function tidyInTime(ports: WorkPorts, { leads, ledger, counts }: Tidied): Promise<void> {
  await trimInTime(leads, ledger, () => ports.rebuildLedger());
  await trimSlots(ports);
  await trimClaims(ports, '');
  await expireOld(ports);
  await rollUpCaps({ ...ports, counts });
}
