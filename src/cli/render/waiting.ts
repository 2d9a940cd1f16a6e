import { isFinal } from '../../core/lead/lead-states.js';
import type { LeadRecord, Waiting } from '../../core/lead/lead-record.js';
import { formatTime } from './time.js';

type Why = Waiting['why'];
type Words = { readonly [K in Why]: (waiting: Extract<Waiting, { readonly why: K }>) => string };

/** One sentence for each reason. */
const WORDS: Words = {
  outage: () => 'an outage of ours ended its last run',
  destination_down: () => 'its destination is down',
  no_room: () => 'its destination has as many requests in flight as it takes',
  throttled: () => 'its turn under the throttle is still to come',
  another_lead: () => 'another lead of this person or search is still open',
  ledger: () => 'the cap ledger cannot tell yet (see `leadkeep ledger check`)',
  refused: ({ by }) =>
    `a check refuses it now${by === undefined ? '' : ` (${by})`}, but its buyer may have it by an earlier attempt`,
  asked: ({ outcome, status, detail }) =>
    `its buyer was asked and has not decided (${[outcome, status, detail].filter((one) => one !== undefined).join(', ')})`,
  stalls: ({ until }) =>
    `ten runs ended silently; until ${formatTime(until)} processes that are still alive may put the lead back`,
};

const BY_WHY = new Map<string, unknown>(Object.entries(WORDS));

/**
 * Why an undecided lead stands where it does; undefined where its newest run, or the one before the run that has it now, did
 * not say.
 */
export function waitingText({ waiting, state, runs }: LeadRecord): string | undefined {
  if (!waiting || isFinal(state) || waiting.run < runs - 1) return undefined;
  const words = BY_WHY.get(waiting.why) as ((waiting: Waiting) => string) | undefined;
  // A reason of another build is shown as it stands.
  return words ? words(waiting) : waiting.why;
}
