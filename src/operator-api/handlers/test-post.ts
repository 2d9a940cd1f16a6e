import { testPostAgain } from '../../app/test-post/test-post.js';
import type { Tried } from '../../app/test-post/try-offer.js';
import type { TestPostBody } from '../bodies/lead-acts.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

/** Tries the offer of a lead again with a made-up person. */
export async function testPostLead(
  { leads, withTools, geo, catalogue, clock }: OperatorPorts,
  { values, body, audit }: OperatorCall<{ readonly id: string }, TestPostBody>,
) {
  const ports = { leads, withTools, geo, clock, catalogue: catalogue.current() };
  return triedView(await testPostAgain(ports, audit, values.id, body));
}

/** A test post in the words of the API. */
export const triedView = ({
  offer,
  what,
  refusal,
  request,
  missing_secrets,
  sent,
  via,
  answer,
  read,
}: Tried) => ({
  ...{ offer, what, request, missing_secrets },
  refusal: refusal ?? null,
  sent: sent ?? false,
  via: via ?? null,
  answer: answer ?? null,
  reading: read ?? null,
});
