import type { StepExchange, Verifier } from '../../../src/app/ports/verifier.js';
import type { StepAnswer } from '../../../src/core/verification/evaluate-step.js';

/** What a verification service does with a question. */
export type Saying = 'pass' | 'refuse' | 'away' | 'lost' | 'unread';

export interface ServicesScript {
  /** What the n-th question about a lead gets, from 1. Default: pass. */
  readonly verify?: (step: string, n: number) => Saying;
}

const HEARD: Readonly<Record<Saying, StepAnswer>> = {
  pass: { kind: 'answered', outcome: 'pass', status: 200, detail: 'rule 1: pass' },
  refuse: { kind: 'answered', outcome: 'refuse', status: 200, detail: 'rule 2: refuse' },
  away: { kind: 'answered', outcome: 'away', status: 200, detail: 'rule 3: away' },
  lost: { kind: 'none', detail: 'answer: timed out' },
  unread: { kind: 'unread', status: 200, detail: 'answer: no rule matches' },
};

/** Verification services that record what they said, by the Idempotency-Key of the question. */
export function recordingServices(script: ServicesScript) {
  const said = new Map<string, Saying[]>();
  const verifier: Verifier = {
    prepare: ({ step }, { url, idempotency_key: key }) =>
      Promise.resolve({
        ok: true,
        value: {
          request: { method: step.method, url, headers: { 'idempotency-key': key }, timeoutMs: 1 },
          travel: { insecureHttp: true, freshConnection: false },
        },
      }),
    ask({ step }, { request }): Promise<StepExchange> {
      const key = request.headers['idempotency-key'] ?? '';
      const before = said.get(key) ?? [];
      const now = script.verify?.(step.name, before.length + 1) ?? 'pass';
      said.set(key, [...before, now]);
      return Promise.resolve({ heard: HEARD[now], health: now === 'lost' ? 'down' : 'up' });
    },
  };
  return { verifier, said };
}
