import { stagesOf, type Stage } from '../catalogue/stages.js';
import type { Catalogue } from '../catalogue/types.js';
import type { LeadStage } from '../stages/lead-stage.js';
import type { Attempt, LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { labelOfEffect } from '../lead/pending-effect.js';
import type { TimelineEntry } from '../lead/timeline.js';
import { displayedTimeline } from '../lead/displayed-timeline.js';
import { recordedWait } from '../lead/waiting.js';
import { wordsOfDecision } from '../messages.js';
import type { Refusal } from '../refusal.js';
import { checksView } from './checks-view.js';
import { fallbackView } from './fallback-view.js';
import { decisionSentence, nextStep } from './lead-sentences.js';
import { leadSummary } from './lead-summary.js';
import { claimsView, countedView, moneyView, type Surroundings } from './lead-surroundings.js';
import { calledBy, type NameEntry } from './names.js';
import { refusalSentence } from './refusal-sentence.js';
import { requestsView } from './return-request-view.js';

/**
 * All that an operator may read about one lead, as the API shows it. Personal data is as the record has it, so mask the record first.
 */
export const leadView = (
  lead: LeadRecord,
  name: NameEntry,
  { claims, entries, catalogue, stages }: Surroundings,
) => ({
  ...leadSummary(lead, name),
  summary: decisionSentence(lead, name),
  next_step: nextStep(lead),
  form: lead.form,
  submission: lead.submission,
  result_id: lead.result_id ?? null,
  next_step_at: lead.due_at ?? null,
  pending_since: lead.pending_since ?? null,
  waits_because: isFinal(lead.state) ? null : (recordedWait(lead)?.why ?? null),
  fallback: fallbackView(lead, name),
  decision: decisionOf(lead),
  checks: checksView(lead, calledBy(name('offers', lead.offer_id))),
  claims: claimsView(lead, claims, name),
  caps_counted: countedView(lead, catalogue),
  money: moneyView(lead, entries),
  returns: (lead.returns ?? []).map((each) => ({ ...each, undone: each.undone ?? null })),
  stages: stages.map(stageOf(catalogue, lead)),
  return_requests: requestsView(lead),
  possible_stages: possibleStages(catalogue, lead).map(({ code, label }) => ({ stage: code, label })),
  attempts: lead.attempts.map((attempt) => attemptOf(attempt, name)),
  timeline: displayedTimeline(lead).map((entry) => timelineEntry(entry, name, lead.offer_id)),
  pending_effects: lead.pending_effects.map((effect) => ({
    effect: labelOfEffect(effect),
    since: effect.since,
  })),
  consent: { ...lead.consent, malformed: lead.consent.malformed ?? [] },
  lead: lead.lead,
  tracking: lead.tracking,
  answers: lead.answers,
  extra: lead.extra,
  lacks_key: lead.lacks_key ?? null,
});

/** The stages that the lead's buyer may report. None: it was not sold. */
function possibleStages(
  catalogue: Catalogue,
  { state, is_test, forgotten, decision }: LeadRecord,
): readonly Stage[] {
  const sale = state === 'accepted' && !is_test && !forgotten ? decision?.sale : undefined;
  return sale ? stagesOf(catalogue, catalogue.buyers.get(sale.buyer_id)) : [];
}

/** What was reported of one stage, with its name in the catalogue. */
function stageOf(catalogue: Catalogue, lead: LeadRecord) {
  const labels = new Map(possibleStages(catalogue, lead).map(({ code, label }) => [code, label]));
  return ({ stage, on, value_cents, at, source, by, after_return, earlier = [] }: LeadStage) => ({
    ...{ stage, label: labels.get(stage) ?? stage, on, value_cents: value_cents ?? null },
    ...{ at, source, by, after_return: after_return === true, corrections: earlier.length },
  });
}

function decisionOf({ decision, state, form }: LeadRecord) {
  if (!decision || !isFinal(state)) return null;
  const { code, at, source, payout_cents, refusal } = decision;
  return {
    code,
    at,
    reason: wordsOfDecision(decision, form).reason,
    source,
    payout_cents: payout_cents ?? null,
    refusal: refusal ?? null,
  };
}

const attemptOf = (attempt: Attempt, name: NameEntry) => ({
  number: attempt.number,
  submission: attempt.submission,
  at: attempt.at,
  ended_at: attempt.ended_at ?? null,
  duration_ms: attempt.duration_ms ?? null,
  buyer: name('buyers', attempt.sent_to.buyer_id),
  address: attempt.sent_to.delivery_origin,
  outcome: attempt.outcome,
  http: attempt.status ?? null,
  via: attempt.via ?? null,
  detail: attempt.detail ?? null,
  money: { ...attempt.money, timed_changes: attempt.money.timed_changes ?? [] },
});

export const timelineEntry = (entry: TimelineEntry, name: NameEntry, about = entry.offer_id) => {
  const { at, what, offer_id, outcome, reason } = entry;
  const offer = about === undefined ? undefined : calledBy(name('offers', about));
  return {
    at,
    what,
    offer: offer_id === undefined ? null : name('offers', offer_id),
    outcome: outcome ?? null,
    sentence: isRefusal(reason) ? refusalSentence(reason, offer) : null,
    reason: reason ?? null,
  };
};

const isRefusal = (reason: object | undefined): reason is Refusal =>
  reason !== undefined && 'check' in reason && 'code' in reason && 'why' in reason;
