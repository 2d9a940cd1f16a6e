import type { LeadStore } from '../../src/app/ports/lead-store.js';
import type { CountedLead } from '../../src/core/caps/counted-leads.js';
import type { LeadScan } from '../../src/platform/mongo/stores/lead-scan.js';
import { memoryLeadCounts } from './fakes/memory-lead-counts.js';

/** Stores that count these leads; `during` is called before each of the newest, which are read one by one. */
export function countedLeads(
  leads: readonly CountedLead[],
  during: () => Promise<unknown> = () => Promise.resolve(),
) {
  const { counts, folds, quarters, asked } = memoryLeadCounts(() => leads);
  const store: Pick<LeadStore, 'counted'> = {
    async *counted(since) {
      for (const lead of leads) {
        if (since && !(lead.intent && lead.intent.at >= since)) continue;
        await during();
        yield lead;
      }
    },
  };
  const scan: LeadScan = (count) => count({ leads: store, counts });
  return { leads: store, counts, scan, folds, quarters, asked };
}
