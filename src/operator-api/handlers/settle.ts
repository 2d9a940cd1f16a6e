import { settleAs } from '../../app/settle/settle-lead.js';
import type { SettleBody } from '../bodies/lead-acts.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type ById<Body> = OperatorCall<{ readonly id: string }, Body>;

/** Ends an unknown or pending lead as an operator decided. */
export const settle = (
  { leads, catalogue, clock }: OperatorPorts,
  { values, body, viewer, audit }: ById<SettleBody>,
) => {
  const { outcome: verdict, why, buyer_reason } = body;
  const said = verdict === 'rejected' && buyer_reason !== undefined ? { buyer_reason } : {};
  return settleAs({ leads, catalogue: catalogue.current(), clock }, audit, values.id, {
    ...{ verdict, why, by: viewer.name },
    ...said,
  });
};
