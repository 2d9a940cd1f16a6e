import { testPost, testPostAgain } from '../../app/test-post/test-post.js';
import type { Tried } from '../../app/test-post/try-offer.js';
import { entryIdBy } from '../../core/operators/names.js';
import type { TestPostBody } from '../bodies/lead-acts.js';
import { noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

/** Tries the offer of a lead again with a made-up person. */
export async function testPostLead(
  { leads, withTools, geo, catalogue, clock }: OperatorPorts,
  { values, body, audit }: OperatorCall<{ readonly id: string }, TestPostBody>,
) {
  const ports = { leads, withTools, geo, clock, catalogue: catalogue.current() };
  return triedView(await testPostAgain(ports, audit, values.id, body));
}

/** Tries an offer of the catalogue in force with a made-up person. */
export async function testPostOffer(
  { withTools, geo, catalogue, clock }: OperatorPorts,
  { values, body, audit }: OperatorCall<{ readonly handle: string }, TestPostBody>,
) {
  const current = catalogue.current();
  const offer_id = entryIdBy(current, 'offers', values.handle);
  if (offer_id === undefined || !current.offers.has(offer_id)) throw noSuch('offer', 'handle');
  return triedView(
    await testPost({ withTools, geo, clock, catalogue: current }, audit, { offer_id, ...body }),
  );
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
