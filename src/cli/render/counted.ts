import { isFinal } from '../../core/lead/lead-states.js';
import { hadReservations } from '../../core/caps/had-reservations.js';
import type { LeadRecord, ReservationPoint } from '../../core/lead/lead-record.js';
import { effectsOf } from '../../core/lead/pending-effect.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { formatTime } from './time.js';

type Pair = readonly [label: string, text: string | undefined];

/** For which buyer and when a lead counts in caps. Pairs without a value are not shown. */
export function countedPairs(lead: LeadRecord, names: Names): Pair[] {
  const { intent, is_test } = lead;
  const buyer = (intent?.sold ?? intent)?.buyer_id ?? lead.buyer_id;
  const kept = is_test ? [] : (intent?.kept ?? []);
  const attempts = (upTo: number): string => (upTo === 1 ? 'attempt 1' : `attempts up to ${upTo}`);
  return [
    ['buyer at the time', buyer && names(buyer)],
    ['counted in caps', countedText(lead)],
    ['sold in', intent?.sold && pointText(intent.sold, names)],
    [
      'attempts made in',
      kept.map((one) => `${pointText(one, names)}, ${attempts(one.attempts)}`).join('; ') || undefined,
    ],
  ];
}

const pointText = ({ at, buyer_id }: ReservationPoint, names: Names): string =>
  `the windows of ${formatTime(at)}, buyer ${names(buyer_id)}`;

/** When the lead reserved cap buckets, and whether it still holds them. A lead that was refused early reserved none. */
function countedText(lead: LeadRecord): string | undefined {
  const { intent, state, is_test } = lead;
  if (is_test) return 'no, it is a test lead';
  if (!intent) return undefined;
  const at = `at ${formatTime((state === 'accepted' ? (intent.sold ?? intent) : intent).at)}, submission ${intent.submission}`;
  if (state === 'accepted') return at;
  if (!isFinal(state))
    return intent.not_reserved
      ? `not ${at}, since a cap was full; only for the attempts that were made`
      : `${at}, from its reservation until it ends`;
  if (!hadReservations(lead)) return 'no, it was refused before it reserved anything';
  const isPending = effectsOf(lead, 'reservations').some(
    ({ submission }) => submission === intent.submission,
  );
  return `was counted ${at}, ${isPending ? 'to be released' : 'released'}`;
}
