import { audited } from '../../app/audit/audited.js';
import { proveConsent, type Proof } from '../../app/consent/prove-consent.js';
import { factsOf, standingText } from '../../app/consent/proof-words.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { handlesIn } from '../../core/operators/names.js';
import { retentionStatus } from '../../app/retention/retention-status.js';
import type { WhyBody } from '../bodies/lead-acts.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

/** What the person of a lead agreed to, for the reason given. Empty: no evidence is kept. */
export async function proveLead(
  ports: OperatorPorts,
  { values: { id }, body, audit }: OperatorCall<{ readonly id: string }, WhyBody>,
) {
  const proofs = await audited(
    audit,
    { action: 'consent.prove', on: { kind: 'lead', ids: [id] }, why: body.why },
    () => proveConsent(ports, id),
    (found) => ({ result: found.length > 0 ? 'done' : 'nothing', facts: { found: found.length } }),
  );
  const names = handlesIn(ports.catalogue.current());
  return { proofs: proofs.map((proof) => answerOf(proof, names)) };
}

/** With its facts in words, in the order in which a reader asks for them. */
const answerOf = ({ fault, head, ...proof }: Proof, names: Names) => ({
  ...proof,
  facts: factsOf({ ...proof, ...(head && { head }) }, names).map(([name, value]) => ({ name, value })),
  sentence: standingText({ ...proof, ...(fault !== undefined && { fault }), ...(head && { head }) }),
  fault: fault ?? null,
  head: head ?? null,
});

/** What is kept of persons for how long, and what goes next. */
export const readRetention = async (ports: OperatorPorts) => ({
  classes: await retentionStatus(ports, ports.catalogue.current()),
});
