import { expect } from 'chai';
import { newPerson, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';

/**
 * The MongoDB driver took the holder of the first for one of its own types, and threw: a 500. JSONata took the holders of
 * the others for functions: a mapping that touched them failed, or the buyer got a request without them.
 */
const REFUSED = ['_bsontype', '_jsonata_lambda', '_jsonata_function'];

/** What drivers, JavaScript and JSONata look for in objects; as names of members they mean nothing. */
const HARMLESS = [
  'toBSON toObject toJSON inspect then length buffer sub_type id _id __v _doc schema errors sequence implementation',
  'isMongooseBuffer isMongooseArray isMongooseDocumentArray isMongooseArrayProxy signature environment input',
  'hasOwnProperty toString valueOf isPrototypeOf __defineGetter__ __lookupGetter__',
].flatMap((names) => names.split(' '));
const VALUES: readonly unknown[] = ['ObjectId', true, { a: 1 }];

/** A mapping that touches all of it. */
const BODY = `{ "mail": lead.personal.email, "from": tracking, "text": $string(tracking), "names": $keys(tracking),
  "copy": $merge([tracking, { "copied": true }]) }`;

/** Attack: a member of a body has a name by which the database's driver, or a mapping, takes its holder for its own. */
describe('attack: members named as drivers name their own', () => {
  let world: Contract;
  before(async () => {
    world = await startContract((url) => ({
      offers: { plain: deliveryTo(url, '/leads', { body: BODY }) },
      campaigns: { edu: { offers: [{ offer: 'plain', payout: 10 }] } },
    }));
  });
  after(() => world.close());

  const is = ({ status, body }: Answered): unknown[] => [status, body.code, body.field];

  for (const name of REFUSED)
    for (const value of VALUES) {
      const member = { [name]: value };
      const PLACES: readonly (readonly [object, string | undefined])[] = [
        [member, undefined],
        [{ own: member }, 'own'],
        [{ lead: { ...newPerson(), ...member } }, 'lead'],
        [{ lead: { ...newPerson(), own: [member] } }, 'lead.own[0]'],
        [{ tracking: { ip_address: '203.0.113.7', ...member } }, 'tracking'],
      ];
      it(`${name}, ${typeof value}: refused wherever it stands`, async () => {
        for (const [over, field] of PLACES) {
          const expected = [400, 'INVALID_FIELD', field];
          expect(is(await world.search('edu', over))).to.deep.equal(expected);
          expect(is(await world.direct('edu', 'plain', over))).to.deep.equal(expected);
        }
      });
    }

  for (const value of VALUES)
    it(`the others, ${typeof value}: stored and delivered as sent`, async () => {
      const members = Object.fromEntries(HARMLESS.map((name) => [name, value]));
      const over = { ...members, tracking: { ip_address: '203.0.113.7', ...members } };
      const lead = { ...newPerson(), ...members };
      const { svc_lead_id } = (await world.search('edu', { lead })).body;
      for (const again of [{}, { svc_lead_id }])
        expect((await world.search('edu', { ...over, ...again, lead })).status).to.equal(200);
      // Stored by an insert, then by the update that has it evaluated again.
      const refused = await world.direct('edu', 'plain', { ...over, lead, tcpa_consent: false });
      expect(is(refused)).to.deep.equal([200, 'INVALID_FIELD', 'tcpa_consent']);
      const again = { svc_lead_id: refused.body.svc_lead_id };
      const sold = await world.direct('edu', 'plain', { ...over, lead, ...again });
      expect(is(sold)).to.deep.equal([200, 'ACCEPTED', undefined]);
      const stored = (await world.api.platform.leads.read(sold.body.svc_lead_id))!;
      expect(stored.extra).to.deep.equal(members);
      expect(stored.lead.extra).to.deep.equal(members);
      const sent = world.buyer.received.find(({ idempotencyKey: key }) => key === `${stored.id}:2`);
      const from = { ip_address: '203.0.113.7', ...members };
      expect(sent?.body).to.deep.include({ from, copy: { ...from, copied: true } });
    });
});
