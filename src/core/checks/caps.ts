import type { Check } from './check.js';

/** The count of a cap bucket never exceeds the cap's limit. Reservations count too. */
export const caps: Check = {
  name: 'caps',
  stages: ['search', 'submit'],
  refuse(_subject, { full_caps: [cap] }) {
    if (!cap) return undefined;
    return {
      check: 'caps',
      code: 'CAP_REACHED',
      why: cap.window,
      detail: {
        scope: cap.scope,
        limit: cap.limit,
        ...(cap.program === undefined ? {} : { program: cap.program }),
      },
    };
  },
};
