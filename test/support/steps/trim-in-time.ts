import { trimLedger } from '../../../workers/use-cases/trim-ledger.js';
import type { memoryLeadStore } from '../fakes/memory-lead-store.js';
import type { memoryLedger } from '../fakes/memory-ledger.js';

/** What the sweeper does once a minute: places of leads that are over are given back. */
export const trimInTime = (
  leads: ReturnType<typeof memoryLeadStore>,
  ledger: ReturnType<typeof memoryLedger>,
): Promise<number> =>
  trimLedger({
    leads,
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *reserved() {
      yield* ledger.reservedMembers();
    },
    release(found) {
      ledger.releaseMember(found);
      return Promise.resolve();
    },
  });
