import { expect } from 'chai';
import { newPerson, PATHS, type Answered } from '../support/api.js';
import { startContract, type Contract } from '../support/contract.js';

const REFUSED = { tcpa_consent: false };

/** Attack: `svc_test_…` of an affiliate is used on its live records. */
describe('attack: a test key on live records', () => {
  let world: Contract;
  let test: { readonly key: string };
  before(async () => {
    world = await startContract(() => ({
      offers: { plain: {} },
      campaigns: { edu: { offers: [{ offer: 'plain', payout: 10 }] } },
    }));
    test = { key: await world.api.issueKey({ is_test: true }) };
  });
  after(() => world.close());

  const is = ({ status, body }: Answered): unknown[] => [status, body.code, body.field];
  const searchOf = (id: string) => world.api.platform.searches.read(id);
  const leadOf = (id: string) => world.api.platform.leads.read(id);
  const known = async (over: object = {}) => {
    const lead = newPerson();
    const { body } = await world.direct('edu', 'plain', { lead, ...over });
    return { lead, id: body.svc_lead_id, code: body.code };
  };

  it('search again of a live search: 404, nothing is changed; of a test search it is run', async () => {
    const live = await world.searched('edu');
    const before = await searchOf(live.svc_lead_id);
    const again = { svc_lead_id: live.svc_lead_id };
    expect(is(await world.search('edu', again, test))).to.deep.equal([404, 'NOT_FOUND', 'svc_lead_id']);
    expect(await searchOf(live.svc_lead_id)).to.deep.equal(before);
    const lead = newPerson();
    const { svc_lead_id } = (await world.search('edu', { lead }, test)).body;
    expect((await world.search('edu', { svc_lead_id, lead }, test)).status).to.equal(200);
  });

  it('a live key runs a test search again, which stays one; a live search is not run again as a test', async () => {
    const lead = newPerson();
    const { svc_lead_id } = (await world.search('edu', { lead }, test)).body;
    expect((await world.search('edu', { svc_lead_id, lead })).status).to.equal(200);
    expect((await searchOf(svc_lead_id))?.is_test).to.equal(true);
    const live = await world.searched('edu');
    const asked = { svc_lead_id: live.svc_lead_id, svc_is_test_lead: true };
    expect(is(await world.search('edu', asked))).to.deep.equal([400, 'INVALID_FIELD', 'svc_is_test_lead']);
    expect((await searchOf(live.svc_lead_id))?.is_test).to.equal(false);
  });

  it('results and results’ submit of a live search: 404', async () => {
    const live = await world.searched('edu');
    expect(is(await world.results(live.svc_lead_id, test))).to.deep.equal([404, 'NOT_FOUND', 'svc_lead_id']);
    const answer = await world.submit(live, 'plain', {}, test);
    expect([...is(answer), answer.body['error']]).to.deep.equal([
      ...[404, 'NOT_FOUND', 'svc_result_id', 'search_result_not_found'],
    ]);
  });

  it('form B under the id of a refused live lead: 404, and it stays as it was', async () => {
    const { id, lead } = await known(REFUSED);
    const before = await leadOf(id);
    const over = { lead, svc_lead_id: id };
    expect(is(await world.direct('edu', 'plain', over, test))).to.deep.equal([
      404,
      'NOT_FOUND',
      'svc_lead_id',
    ]);
    expect(await leadOf(id)).to.deep.equal(before);
    const asTest = await world.direct('edu', 'plain', { ...over, svc_is_test_lead: true });
    expect(is(asTest)).to.deep.equal([400, 'INVALID_FIELD', 'svc_is_test_lead']);
    expect(await leadOf(id)).to.deep.equal(before);
    expect((await world.direct('edu', 'plain', over)).body.code).to.equal('ACCEPTED');
  });

  it('a refused test lead that a live key sends again stays a test lead', async () => {
    const { id, lead } = await known({ ...REFUSED, svc_is_test_lead: true });
    const { body } = await world.direct('edu', 'plain', { lead, svc_lead_id: id });
    expect([body.code, body.svc_lead_id]).to.deep.equal(['TEST_LEAD_HELD', id]);
  });

  it('reading a live lead and its payout: 404; a live key reads both', async () => {
    const { id } = await known();
    expect(is(await world.lead(id, test))).to.deep.equal([404, 'NOT_FOUND', 'svc_lead_id']);
    const tested = await world.direct('edu', 'plain', {}, test);
    for (const one of [id, tested.body.svc_lead_id]) expect((await world.lead(one)).status).to.equal(200);
  });

  it('duplicate_of names no live lead, on submit and later; a live key is told', async () => {
    const { id, lead } = await known();
    const met = await world.direct('edu', 'plain', { lead }, test);
    expect([met.body.code, met.body['disposition']]).to.deep.equal(['DUPLICATE', {}]);
    expect((await world.lead(met.body.svc_lead_id, test)).body['disposition']).to.deep.equal({});
    const told = await world.direct('edu', 'plain', { lead });
    expect(told.body['disposition']).to.deep.equal({ duplicate_of: id });
  });

  it('the duplicate pre-check tells of no live lead', async () => {
    const { lead } = await known();
    const { email } = lead.personal;
    const likely = async (sent = {}) =>
      (await world.api.post(PATHS.dupeCheck, { email }, sent)).body['duplicate_likely'];
    expect([await likely(), await likely(test)]).to.deep.equal([true, false]);
  });

  it('one Idempotency-Key of a live and of a test key is two', async () => {
    const headers = { 'idempotency-key': 'same' };
    const over = { lead: newPerson() };
    const first = await world.direct('edu', 'plain', over, { ...test, headers });
    const sold = await world.direct('edu', 'plain', over, { headers });
    expect([first.body.code, sold.body.code]).to.deep.equal(['TEST_LEAD_HELD', 'ACCEPTED']);
    const again = await world.direct('edu', 'plain', over, { ...test, headers });
    expect(again.body.svc_lead_id).to.equal(first.body.svc_lead_id);
    expect((await world.direct('edu', 'plain', over, { headers })).body.svc_lead_id).to.equal(
      sold.body.svc_lead_id,
    );
  });
});
