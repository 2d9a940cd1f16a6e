import type { LeadReturn, UndoneReturn } from '../lead/lead-return.js';

/** A lead, with its returns. */
export interface WithReturns {
  readonly returns?: readonly LeadReturn[];
}

/** The return that stands. Undefined: the lead was never returned, or its last return was undone. */
export function standingReturn({ returns = [] }: WithReturns): LeadReturn | undefined {
  const last = returns.at(-1);
  return last?.undone ? undefined : last;
}

/** The mistaken return that was undone last. Undefined: none was, or the lead was returned again since. */
export function undoneReturn({ returns = [] }: WithReturns): UndoneReturn | undefined {
  return returns.at(-1)?.undone;
}

/** Whether an accepted lead has its cap place: no return gave it back, or undoing that return regained it. */
export const keepsReservation = ({ returns = [] }: WithReturns): boolean =>
  returns.every(({ place_given_back, undone }) => !place_given_back || undone?.place_regained === true);

/** The same for the claims on the person. */
export const keepsClaims = ({ returns = [] }: WithReturns): boolean =>
  returns.every(({ claim_released, undone }) => !claim_released || undone?.claim_regained === true);
