import type { KeptAnswer, VerificationAnswers } from '../../../src/app/ports/verification-answers.js';

/** Answers of verification services in memory. */
export function memoryVerificationAnswers(): VerificationAnswers & { readonly all: Map<string, KeptAnswer> } {
  const all = new Map<string, KeptAnswer>();
  return {
    all,
    find(question, now) {
      const found = all.get(question);
      return Promise.resolve(found && found.ends_at > now ? found : null);
    },
    keep: (question, _lead, answer) => Promise.resolve(void all.set(question, answer)),
    extend(question, _lead, ends_at) {
      const found = all.get(question);
      if (found) all.set(question, { ...found, ends_at });
      return Promise.resolve();
    },
  };
}
