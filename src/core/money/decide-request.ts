import type { Catalogue } from '../catalogue/types.js';
import { timeText } from '../format-time.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { RequestEnded, ReturnRequested } from '../lead/lead-return.js';
import { returnChange, type ReturnedLead } from './return-lead.js';
import type { WithRequests } from './returned.js';

/** Who decides. `deadline`: nobody did in time, and the catalogue's default decides. */
export type RequestDecision =
  | {
      readonly outcome: RequestEnded['outcome'];
      readonly by: string;
      /** Cleaned. */
      readonly why?: string;
      /** The number of the request that the operator read. Absent: the open one. */
      readonly number?: number;
    }
  | 'deadline';

/** The members of a lead that deciding its request needs. */
export type RequestedLead = ReturnedLead & WithRequests;

/** `why` completes the sentence "The lead …". `ended`: how the request ended before. */
export type RequestDecided =
  | { readonly kind: 'refused'; readonly why: string; readonly ended?: RequestEnded }
  | {
      readonly kind: 'change';
      readonly when: LeadCondition;
      readonly change: LeadChange;
      readonly ended: RequestEnded;
      /** The share in which a declined request had its part. */
      readonly share?: string;
    };

/** Whether and how the request to return a lead is decided. It ends by one conditional update: of two, one decides. */
export function decideRequest(
  lead: RequestedLead,
  decision: RequestDecision,
  { catalogue, now }: { readonly catalogue: Catalogue; readonly now: Date },
): RequestDecided {
  const { return_requests = [] } = lead;
  const asked = decision === 'deadline' ? undefined : decision.number;
  const number = asked ?? return_requests.length - 1;
  const request = return_requests[number];
  if (!request) return { kind: 'refused', why: 'has no return request' };
  if (request.ended) {
    const { outcome, by, at: when } = request.ended;
    const who = by === 'deadline' ? 'at its deadline' : `by ${by}`;
    return {
      ...{ kind: 'refused', ended: request.ended },
      why: `has no open return request: the last one was ${outcome} ${who}, at ${timeText(when)}`,
    };
  }
  const isPast = now > request.decide_by;
  if (decision === 'deadline' ? !isPast : isPast) {
    const why =
      decision === 'deadline'
        ? 'has a return request whose deadline is to come'
        : `has a return request whose deadline passed at ${timeText(request.decide_by)}: it is being decided as the catalogue says`;
    return { kind: 'refused', why };
  }
  const ended: RequestEnded =
    decision === 'deadline'
      ? { at: now, outcome: request.past_deadline === 'accept' ? 'accepted' : 'declined', by: 'deadline' }
      : {
          ...{ at: now, outcome: decision.outcome, by: decision.by },
          ...(decision.why === undefined ? {} : { why: decision.why }),
        };
  const written = ended.outcome === 'accepted' ? accepted : declined;
  const { when, change } = written(lead, { number, request }, ended, { catalogue, now });
  return {
    ...{ kind: 'change', when, ended },
    change: { ...change, request_ended: { number, ended } },
    ...(ended.outcome === 'declined' ? { share: request.share } : {}),
  };
}

type Written = (
  lead: RequestedLead,
  of: { readonly number: number; readonly request: ReturnRequested },
  ended: RequestEnded,
  facts: { readonly catalogue: Catalogue; readonly now: Date },
) => { readonly when: LeadCondition; readonly change: LeadChange };

/** It is a return of the day on which it is accepted. */
const accepted: Written = (lead, { number, request }, { by, why }, facts) =>
  returnChange(
    { lead, ...facts },
    {
      ...{ code: request.code, by, undoes: request.undoes, share: request.share },
      ...{ number: lead.returns?.length ?? 0, requested: { number, is: 'open' } },
      ...(why === undefined ? {} : { why }),
    },
  );

const declined: Written = ({ id, submission, offer_id }, { number, request }, { by, why }, { now }) => ({
  when: { id, submission, states: ['accepted'], requested: { number, is: 'open' } },
  change: {
    ...{ state: 'accepted', due_at: null },
    entries: [
      {
        ...{ at: now, what: 'return_declined', offer_id, outcome: request.code },
        reason: { by, ...(why === undefined ? {} : { why }) },
      },
    ],
  },
});
