import type { Delivered } from '../../src/core/ports/destinations.js';

/** What an operator may see of an answer, or of why there was none: no personal data. */
export const seenOf = (delivered: Delivered): { readonly status?: number; readonly detail?: string } => ({
  ...(delivered.kind === 'never_sent' || delivered.status === undefined ? {} : { status: delivered.status }),
  ...(delivered.detail === undefined ? {} : { detail: delivered.detail }),
});
