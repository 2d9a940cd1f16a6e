import { compact } from '../../core/catalogue/compact.js';
import { decideRequestAs } from '../../app/money/decide-request.js';
import { listReturnRequests } from '../../app/money/list-requests.js';
import { returnAs } from '../../app/money/return-lead.js';
import { undoReturnAs } from '../../app/money/undo-return.js';
import { fieldMissing } from '../../http/faults.js';
import type { DecideReturnBody, ReturnBody, WhyBody } from '../bodies/lead-acts.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type ById<Body> = OperatorCall<{ readonly id: string }, Body>;

/** What an override says, or nothing. */
export function overrideOf({ override = false, why }: Pick<ReturnBody, 'override' | 'why'>) {
  if (!override) return {};
  if (why === undefined) throw fieldMissing('why');
  return { override: { why } };
}

/** A buyer sent the lead back. */
export const returnLead = (
  { leads, returns, catalogue, clock }: OperatorPorts,
  { values, body, viewer, audit }: ById<ReturnBody>,
) => {
  const { reason: code, evidence } = body;
  const request = { code, by: viewer.name, ...compact({ evidence }), ...overrideOf(body) };
  return returnAs({ leads, returns, catalogue: catalogue.current(), clock }, audit, values.id, request);
};

/** The requests that wait for a decision. */
export const returnRequests = ({ overview, returns, catalogue }: OperatorPorts) =>
  listReturnRequests({ overview, returns, catalogue: catalogue.current() });

/** An operator accepts or declines what the buyer asked for. */
export const decideReturn = (
  { leads, returns, catalogue, clock }: OperatorPorts,
  { values, body, viewer, audit }: ById<DecideReturnBody>,
) => {
  const { outcome, why, request: number } = body;
  if (outcome === 'declined' && why === undefined) throw fieldMissing('why');
  const decision = { outcome, by: viewer.name, ...compact({ why, number }) };
  const ports = { leads, returns, catalogue: catalogue.current(), clock };
  return decideRequestAs(ports, audit, values.id, decision);
};

/** The return was a mistake. */
export const undoReturn = (
  { leads, returns, clock }: OperatorPorts,
  { values, body, viewer, audit }: ById<WhyBody>,
) => undoReturnAs({ leads, returns, clock }, audit, values.id, { by: viewer.name, why: body.why });
