import type { LeadRecord } from '../lead/lead-record.js';
import type {
  LeadReturn,
  RequestEnded,
  ReturnEvidence,
  ReturnRequested,
  UndoneReturn,
} from '../lead/lead-return.js';

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

/** A lead, with the requests to return it. */
export interface WithRequests {
  readonly return_requests?: readonly ReturnRequested[];
}

/** The request that waits for a decision. */
export function openRequest({
  return_requests = [],
}: WithRequests): { readonly number: number; readonly request: ReturnRequested } | undefined {
  const request = return_requests.at(-1);
  return request && !request.ended ? { number: return_requests.length - 1, request } : undefined;
}

/** The requests that were declined since the lead was last returned on request. */
export function declinedRequests({
  return_requests = [],
}: WithRequests): (ReturnRequested & { readonly number: number; readonly ended: RequestEnded })[] {
  const ended = return_requests.flatMap((request, number) =>
    request.ended ? [{ ...request, ended: request.ended, number }] : [],
  );
  return ended.slice(ended.findLastIndex((one) => one.ended.outcome === 'accepted') + 1);
}

/** The evidence of the return that stands, if the catalogue showed it to affiliates when it was requested. */
export function shownEvidence(
  lead: Pick<LeadRecord, 'returns' | 'return_requests' | 'return_evidence'>,
): ReturnEvidence | undefined {
  const number = standingReturn(lead)?.request;
  if (number === undefined || !lead.return_requests?.[number]?.shows_evidence) return undefined;
  return lead.return_evidence?.[number];
}
