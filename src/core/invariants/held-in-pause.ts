import type { Invariant } from './invariant.js';
import type { CheckedLead } from './records.js';

/** A request that leaves is looked at last right before it, so it may have been evaluated before the pause. */
export const heldInPause: Invariant<CheckedLead> = {
  name: 'held-in-pause',
  sentence: 'No request leaves while its offer, buyer or campaign is paused for a time.',
  faults: ({ offer_id, campaign_id, attempts }, { history }) =>
    attempts
      .filter(({ outcome }) => outcome !== 'never_sent')
      .flatMap(({ number, at, sent_to }) =>
        Object.entries({ offer: offer_id, buyer: sent_to.buyer_id, campaign: campaign_id })
          .filter(([, id]) => history.timedPause(id, at))
          .map(([kind]) => `attempt ${number} left while its ${kind} was paused`),
      ),
};

/** A version that pauses the entry without an end takes precedence, and rejects. */
export const waitsOutPause: Invariant<CheckedLead> = {
  name: 'waits-out-pause',
  sentence: 'A timed pause rejects no lead that was received before it.',
  faults: ({ offer_id, campaign_id, received_at, decision }, { history }) => {
    const paused: Readonly<Record<string, readonly string[]>> = {
      offer_paused: [offer_id],
      buyer_paused: history.buyersOf(offer_id),
      campaign_inactive: [campaign_id],
    };
    if (!decision || decision.source !== 'service') return [];
    const pauses = (paused[decision.refusal?.why ?? ''] ?? []).map((id) =>
      history.timedPause(id, decision.at),
    );
    return pauses.length > 0 && pauses.every((pause) => pause && received_at < pause.from)
      ? [`rejected (${decision.refusal?.why ?? ''}) by a pause that began after it was received`]
      : [];
  },
};
