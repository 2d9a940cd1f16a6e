import type { Check } from './check.js';

/** Places used never exceed a limit; a reserved place counts. */
export const caps: Check = {
  name: 'caps',
  stages: ['search', 'submit'],
  refuse(_subject, { full: [cap] }) {
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
