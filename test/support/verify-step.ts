import type { VerifyStep } from '../../src/core/verification/verify-step.js';

/** A step that asks with the phone number and reads `{ "ok": true }`. */
export const verifyStep = (over: Partial<VerifyStep> = {}): VerifyStep => ({
  ...{ name: 'scrub', url: 'http://127.0.0.1:1/scrub', method: 'POST', headers: {} },
  ...{ body: '{ "phone": lead.personal.phone }', timeout_ms: 3_000, insecure_http: true },
  answers: [
    { when: 'body.ok = true', outcome: 'pass', reference: 'body.id' },
    { when: 'body.ok = false', outcome: 'refuse', reason: 'body.why' },
    { when: 'body.busy = true', outcome: 'away' },
  ],
  when_away: 'hold',
  ...over,
});
