import type { Connection } from 'mongoose';
import type { Identities } from '../../app/ports/identities.js';
import type { VerificationAnswers } from '../../app/ports/verification-answers.js';
import type { Verifier } from '../../app/ports/verifier.js';
import { createVerificationAnswers } from '../mongo/verification/answer-store.js';

/** What asks verification services, and what they answered. */
export interface VerificationParts {
  readonly verifier: Verifier;
  readonly verificationAnswers: VerificationAnswers;
}

interface Around {
  readonly destinations: { readonly verifier: Verifier };
  readonly identities: Pick<Identities, 'keyedHash'>;
  readonly guard: <T extends object>(store: T) => T;
}

export const openVerification = (
  connection: Connection,
  { destinations: { verifier }, identities, guard }: Around,
): VerificationParts => ({
  verifier,
  verificationAnswers: guard(createVerificationAnswers(connection, identities)),
});
