import { isFinal } from '../../core/lead/lead-states.js';
import type { LeadRecord, Waiting } from '../../core/lead/lead-record.js';
import { recordedWait } from '../../core/lead/waiting.js';
import { formatTime } from './time.js';

type Why = Waiting['why'];
type Words = { readonly [K in Why]: (waiting: Extract<Waiting, { readonly why: K }>) => string };

/** The message for each reason. */
const WORDS: Words = {
  outage: ({ data_key: key }) =>
    key === undefined
      ? 'MongoDB or Redis was not available during its last run'
      : `it waits for the data key ${key}, which its worker does not have: put it back into DATA_KEYS`,
  destination_down: () => 'its destination is down',
  no_room: () => 'its destination has as many requests in flight as it allows',
  throttled: () => 'the throttle of its destination has not let it through yet',
  paused: ({ until }) => `its offer, buyer or campaign is paused until ${formatTime(until)}`,
  another_lead: () => 'another lead of this person or search is still open',
  ledger: () => 'the cap ledger cannot answer yet (see `leadkeep ledger check`)',
  verification: ({ step }) => `its verification ${step} hasn't answered yet; Leadkeep will ask again`,
  refused: ({ by }) =>
    `a check refuses it now${by === undefined ? '' : ` (${by})`}, but its buyer may have it from an earlier attempt`,
  asked: ({ outcome, status, detail }) =>
    `its buyer was asked, but has not decided (${[outcome, status, detail].filter((one) => one !== undefined).join(', ')})`,
  stalls: ({ until }) =>
    `ten runs ended without a result; until ${formatTime(until)} a worker that is still running may continue`,
};

const BY_WHY = new Map<string, unknown>(Object.entries(WORDS));

/**
 * Why an undecided lead waits. Undefined if neither the newest run of the lead nor the run before recorded a reason.
 */
export function waitingText(lead: LeadRecord): string | undefined {
  const waiting = recordedWait(lead);
  if (!waiting || isFinal(lead.state)) return undefined;
  const words = BY_WHY.get(waiting.why) as ((waiting: Waiting) => string) | undefined;
  // A reason that only another build knows is shown as stored.
  return words ? words(waiting) : waiting.why;
}
