import { expect } from 'chai';
import { MAX_KEYS } from '../../src/app/submit/idempotency.js';
import { newPerson, type Answered } from '../support/api.js';
import { startContract, type Contract } from '../support/contract.js';

const DAY_MS = 24 * 3_600_000;

/**
 * Attack: a refused lead is sent again under its id, each time with another Idempotency-Key. All of them were kept: 500
 * keys made each further call ten times as slow, and there was no end.
 */
describe('attack: one lead under one Idempotency-Key after another', () => {
  let world: Contract;
  const lead = newPerson();
  before(async () => {
    world = await startContract(() => ({
      offers: { plain: {} },
      campaigns: { edu: { offers: [{ offer: 'plain', payout: 10 }] } },
    }));
  });
  after(() => world.close());

  const send = (key: number, over: object): Promise<Answered> =>
    world.direct('edu', 'plain', { lead, ...over }, { headers: { 'Idempotency-Key': `key-${key}` } });
  const stored = async (id: string) => (await world.api.platform.leads.read(id))!;

  it('another key than the first 50 in 24 hours is a 429, and the lead keeps no more', async () => {
    const refused = { tcpa_consent: false };
    const svc_lead_id = (await send(1, refused)).body.svc_lead_id;
    for (let key = 2; key <= MAX_KEYS; key += 1) {
      const { status, body } = await send(key, { ...refused, svc_lead_id });
      expect([status, body.code], `key ${key}`).to.deep.equal([200, 'INVALID_FIELD']);
    }
    const full = await stored(svc_lead_id);
    expect(full.idempotency).to.have.length(MAX_KEYS);

    const over = await send(MAX_KEYS + 1, { ...refused, svc_lead_id });
    expect([over.status, over.body.code, over.body['retryable']]).to.deep.equal([429, 'RATE_LIMITED', true]);
    expect(Number(over.headers['retry-after'])).to.be.within(DAY_MS / 1_000 - 600, DAY_MS / 1_000);
    expect(await stored(svc_lead_id)).to.deep.equal(full);

    // A key that holds answers its lead, and without a key the lead can still be corrected.
    const repeat = await send(7, { ...refused, svc_lead_id });
    expect([repeat.status, repeat.body.svc_lead_id]).to.deep.equal([200, svc_lead_id]);

    // The oldest has expired: there is room for one more.
    const [oldest, ...others] = full.idempotency!;
    await world.api.changeLead(svc_lead_id, {
      idempotency: [{ ...oldest!, at: new Date(Date.now() - DAY_MS - 1_000) }, ...others],
    });
    const corrected = await send(MAX_KEYS + 1, { svc_lead_id });
    expect(corrected.body.code).to.equal('ACCEPTED');
    expect((await stored(svc_lead_id)).idempotency).to.have.length(MAX_KEYS);

    // Sold: what it now is, whatever key it is sent with.
    const again = await send(MAX_KEYS + 2, { svc_lead_id });
    expect([again.status, again.body.code]).to.deep.equal([200, 'ACCEPTED']);
  });
});
