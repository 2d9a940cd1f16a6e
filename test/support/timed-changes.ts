import type { TimedChange } from '../../src/core/timed-changes/timed-change.js';
import { IDS } from './catalogue.js';

/** A pause of an offer for two hours. */
export const timedPause = (over: Partial<TimedChange> = {}): TimedChange =>
  ({
    ...{ id: 1, what: 'pause', kind: 'offer', entry_id: IDS.shared },
    from: new Date('2026-11-21T17:00:00Z'),
    until: new Date('2026-11-21T19:00:00Z'),
    at: new Date('2026-11-21T16:59:00Z'),
    ...{ by: 'ann', why: 'They move their servers' },
    ...over,
  }) as TimedChange;
