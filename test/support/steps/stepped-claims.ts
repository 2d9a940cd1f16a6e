import type { ClaimStore } from '../../../src/app/ports/claim-store.js';
import type { MemoryClaimStore } from '../fakes/memory-claim-store.js';
import { collect } from './collect.js';
import { stepped, type Step } from './fate.js';

/** The claims as a process's port: taking them is a step for each key. */
export const steppedClaims = (claims: MemoryClaimStore, step: Step): ClaimStore =>
  stepped<ClaimStore>('claims', claims, step, {
    take: (request) =>
      step('claims.take', () =>
        claims.takeSlowly(request, () => step('claims.take: a key', () => Promise.resolve())),
      ),
    async *old(before) {
      yield* await step('claims.old', () => collect(claims.old(before)));
    },
  });
