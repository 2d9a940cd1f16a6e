import type { Connection } from 'mongoose';
import { isSubmittedAgain } from '../../core/lead/submitted-again.js';
import { plain } from './stores/documents.js';
import { walkLeads } from './walk-leads.js';

/** Marks leads that were posted again, so that the sweeper counts their quarters again: a former build counted the attempts of all submissions. */
export const markPostedAgain = (connection: Connection, now: Date): Promise<void> =>
  walkLeads(connection, now, {
    name: 'posted_again',
    members: ['received_at', 'round'],
    async act(leads, some) {
      const steps = some.filter(isSubmittedAgain).map(({ id, round, received_at }) => ({
        updateOne: {
          // One that was posted again since is counted at its new time anyway.
          filter: { _id: id, round, 'attempts.round': { $lt: round } },
          update: { $push: { unrolled: received_at } },
        },
      }));
      if (steps.length > 0) await plain(leads).bulkWrite(steps, { ordered: false });
    },
  });
