import type { SearchRecord } from '../../core/search/search-record.js';
import type { WorkPorts } from '../ports/work-ports.js';

/** Closes a search whose open time is over. Nothing more of it is shown. False: another process did. Throws on an outage. */
export const closeExpired = (
  { searches }: Pick<WorkPorts, 'searches'>,
  { id, run }: Pick<SearchRecord, 'id' | 'run'>,
  now: Date,
): Promise<boolean> =>
  searches.close(id, run, now, { at: now, what: 'closed', reason: { why: 'open time is over' } });
