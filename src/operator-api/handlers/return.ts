import { returnAs } from '../../app/money/return-lead.js';
import { undoReturnAs } from '../../app/money/undo-return.js';
import { fieldMissing } from '../../http/faults.js';
import type { ReturnBody, WhyBody } from '../bodies/lead-acts.js';
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
  const request = { code: body.reason, by: viewer.name, ...overrideOf(body) };
  return returnAs({ leads, returns, catalogue: catalogue.current(), clock }, audit, values.id, request);
};

/** The return was a mistake. */
export const undoReturn = (
  { leads, returns, clock }: OperatorPorts,
  { values, body, viewer, audit }: ById<WhyBody>,
) => undoReturnAs({ leads, returns, clock }, audit, values.id, { by: viewer.name, why: body.why });
