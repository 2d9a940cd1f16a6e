import type { Violation } from './invariant.js';

export const LISTED_IS_LOGGED = {
  name: 'suppressed-is-logged',
  sentence:
    'Each entry of the suppression list is in the log that all processes fill their filters from. Otherwise its person is sold.',
} as const;

/** An entry that is on the list, and in no filter. */
export const notLogged = (key: string): Violation => ({
  invariant: LISTED_IS_LOGGED.name,
  kind: 'suppression',
  id: key,
  detail: 'is on the suppression list and not in its log, so no process that starts now would know it',
});
