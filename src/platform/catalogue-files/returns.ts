import { compact } from '../../core/catalogue/compact.js';
import { formatDuration, parseDuration } from '../../core/catalogue/duration.js';
import { formatShare, parseShare } from '../../core/catalogue/share.js';
import type { ReturnReview, Returns } from '../../core/catalogue/returns.js';
import type { Stage } from '../../core/catalogue/stages.js';
import { DEFAULTS, filled, unless } from './defaults.js';
import type { RawReturns, RawStage } from './raw.js';

/** A valid `returns` group in its stored form. */
export const normaliseReturns = (raw: RawReturns): Returns => ({
  within_ms: parseDuration(raw.within) ?? 0,
  reasons: raw.reasons,
  max_share_bp: parseShare(raw.max_share ?? DEFAULTS.max_share) ?? 0,
  reverse_payout: raw.reverse_payout ?? DEFAULTS.reverse_payout,
  give_back_place: raw.give_back_place ?? DEFAULTS.give_back_place,
  release_claim: raw.release_claim ?? DEFAULTS.release_claim,
  ...(raw.review && { review: normaliseReview(raw.review) }),
});

const normaliseReview = (raw: NonNullable<RawReturns['review']>): ReturnReview => ({
  decide_within_ms: parseDuration(raw.decide_within) ?? 0,
  past_deadline: raw.past_deadline ?? DEFAULTS.past_deadline,
  accept_at_once: raw.accept_at_once ?? [],
  show_evidence: raw.show_evidence ?? DEFAULTS.show_evidence,
});

/** A `returns` group as an operator writes it. `normaliseReturns` reads it back. */
export const exportReturns = (returns: Returns): RawReturns =>
  compact({
    within: formatDuration(returns.within_ms),
    reasons: [...returns.reasons],
    max_share: unless(formatShare(returns.max_share_bp), DEFAULTS.max_share),
    reverse_payout: unless(returns.reverse_payout, DEFAULTS.reverse_payout),
    give_back_place: unless(returns.give_back_place, DEFAULTS.give_back_place),
    release_claim: unless(returns.release_claim, DEFAULTS.release_claim),
    review: returns.review && exportReview(returns.review),
  });

const exportReview = (review: ReturnReview): NonNullable<RawReturns['review']> =>
  compact({
    decide_within: formatDuration(review.decide_within_ms),
    past_deadline: unless(review.past_deadline, DEFAULTS.past_deadline),
    accept_at_once: filled(review.accept_at_once),
    show_evidence: unless(review.show_evidence, DEFAULTS.show_evidence),
  });

/** A valid list of stages in its stored form. */
export const normaliseStages = (raw: readonly RawStage[]): Stage[] =>
  raw.map(({ code, label, expected_within, tell_affiliate }) => ({
    ...{ code, label },
    expected_within_ms: parseDuration(expected_within ?? DEFAULTS.expected_within) ?? 0,
    ...(tell_affiliate === true && { tell_affiliate }),
  }));

/** Stages as an operator writes them. `normaliseStages` reads them back. */
export const exportStages = (stages: readonly Stage[]): RawStage[] =>
  stages.map(({ expected_within_ms, ...stage }) =>
    compact({
      ...stage,
      expected_within: unless(formatDuration(expected_within_ms), DEFAULTS.expected_within),
    }),
  );
