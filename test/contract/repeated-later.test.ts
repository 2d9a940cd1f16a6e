import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { directBody, PATHS, resultBody, type Answered } from '../support/api.js';
import { IDS } from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

/** Repeats under an Idempotency-Key of calls that would be refused by now (docs/contract/submit.md#idempotency-key). */
describe('contract: a repeat after something has changed', () => {
  let world: World;
  before(async () => {
    world = await openWorld({}, { campaign: { allow_fallbacks: true } });
  });
  after(() => world.close());
  afterEach(() => {
    world.use({ campaign: { allow_fallbacks: true } });
  });

  const send = (body: object, key: string = randomUUID()): Promise<Answered> =>
    world.api.post(PATHS.leads, body, { headers: { 'Idempotency-Key': key } });

  const direct = () => Promise.resolve(directBody());
  const withFallback = () =>
    Promise.resolve(directBody({ fallbacks: [{ svc_offer_id: IDS.trueExclusive, tcpa_consent: true }] }));
  const ofResult = async () => {
    const { search, id } = await world.result();
    return resultBody(search, id);
  };
  const leaveCampaign = (): void => {
    world.use({ lines: { [IDS.shared]: null } });
  };
  const forbidFallbacks = (): void => {
    world.use();
  };
  const loseSearches = () => world.api.connection.collection('searches').deleteMany({});

  const ROWS: readonly (readonly [
    what: string,
    body: () => Promise<object>,
    () => unknown,
    status: number,
  ])[] = [
    ['its offer left the campaign', direct, leaveCampaign, 404],
    ['its campaign allows no fallbacks', withFallback, forbidFallbacks, 403],
    ['its search is gone', ofResult, loseSearches, 404],
  ];
  for (const [what, bodyOf, change, status] of ROWS)
    it(`${what}: the repeat is answered, another call is not`, async () => {
      const [body, key] = [await bodyOf(), randomUUID()];
      const first = await send(body, key);
      await change();
      const again = await send(body, key);
      expect([again.status, again.body.code, again.body.svc_lead_id]).to.deep.equal([
        ...[200, 'ACCEPTED', first.body.svc_lead_id],
      ]);
      expect((await send(body)).status, 'another key').to.equal(status);
      expect((await send({ ...body, extra: 1 }, key)).status, 'another body').to.equal(status);
      expect(world.sent(first)).to.equal(1);
    });
});
