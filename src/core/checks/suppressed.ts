import type { Suppression } from '../suppression/suppression.js';
import type { Check, Subject } from './check.js';

/** A person on the suppression list is not sold. The entries were in force when they were read. */
export const suppressed: Check = {
  name: 'suppressed',
  stages: ['search', 'submit'],
  refuse(subject, { suppressions }) {
    const entry = suppressions.find((one) => holdsFor(one, subject));
    if (!entry) return undefined;
    const { kind, scope, reason, source } = entry;
    return {
      check: 'suppressed',
      code: 'NOT_ELIGIBLE',
      why: 'suppressed',
      detail: { by: kind, scope: scope.of, reason, source },
    };
  },
};

function holdsFor({ scope }: Suppression, { offer, affiliate_id }: Subject): boolean {
  switch (scope.of) {
    case 'all':
      return true;
    case 'buyer':
      return scope.party_id === offer?.buyer.id;
    case 'affiliate':
      return scope.party_id === affiliate_id;
  }
}
