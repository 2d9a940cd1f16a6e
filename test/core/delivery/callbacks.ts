import type { Callback } from '../../../src/core/delivery/apply-callback.js';
import type { Attempt, AttemptOutcome, Decision, LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testAttempt } from '../../support/records.js';

export const NOW = new Date('2026-11-21T17:00:00Z');
export const about = { catalogue: testCatalogue(), now: NOW, random: 0.5 };

export const attempt = (
  n: number,
  outcome: AttemptOutcome,
  submission = 1,
  buyer_id: string = IDS.buyer,
): Attempt =>
  testAttempt({
    number: n,
    submission,
    at: new Date(NOW.getTime() - 60_000),
    timeout_ms: 10_000,
    sent_to: { buyer_id },
    outcome,
  });
export const leadIn = (
  state: LeadState,
  attempts: readonly Attempt[],
  over: Partial<LeadRecord> = {},
): LeadRecord => ({
  ...testLead({ offer_id: IDS.shared }),
  state,
  attempts,
  ...over,
});
export const said = (outcome: Callback['answer']['outcome'], over: Partial<Callback> = {}): Callback => ({
  answer: { outcome },
  submission: 1,
  detail: 'rule 1',
  dedupe_key: 'm1',
  ...over,
});
export const decided = (
  code: Decision['code'],
  source: Decision['source'] = 'buyer',
): Partial<LeadRecord> => ({
  decision: { code, at: NOW, source },
});
