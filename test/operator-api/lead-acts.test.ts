import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { ago, DAY_MS, unknownLead } from '../support/audited-world.js';
import { testLead, testSearch } from '../support/records.js';

const HOUR_MS = 3_600_000;

describe('operator API: settle, return, reveal', function () {
  let api: ActingApi;
  let ana: Acting;
  let ben: Acting;
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'settle', 'return', 'leads:read');
    ben = await api.operator('ben', 'settle', 'return', 'pii:read', 'leads:read', 'searches:read');
  });
  after(() => api.close());

  const stored = async (lead: LeadRecord): Promise<LeadRecord> => {
    await api.platform.leads.insert(lead);
    return lead;
  };
  const stateOf = async ({ id }: LeadRecord) => (await api.platform.leads.read(id))?.state;
  const settle = (who: Acting, { id }: LeadRecord, outcome: string, why = 'They told us on the phone') =>
    who.post(`/leads/${id}/settle`, { outcome, why });

  it('settles a lead, says what follows, and leaves an intent and an outcome', async () => {
    const lead = await stored(unknownLead());
    const { status, body } = await settle(ana, lead, 'rejected');
    expect([status, body['outcome'], await stateOf(lead)]).to.deep.equal([200, 'settled', 'rejected']);
    const timeline = (await api.platform.leads.read(lead.id))?.timeline ?? [];
    expect(timeline.find(({ what }) => what === 'settled')?.reason).to.include({ by: 'ana' });
    const [intent, outcome] = await api.newest(2);
    expect(intent).to.deep.include({ action: 'lead.settle', why: 'They told us on the phone' });
    expect(intent).to.deep.nested.include({ 'who.kind': 'operator_key', 'from.kind': 'console' });
    expect(intent).to.deep.nested.include({ 'on.ids': [lead.id], 'facts.verdict': 'rejected' });
    expect(outcome).to.include({ phase: 'outcome', result: 'done', intent: intent?.number });
  });

  it('tells the second of two operators who was first; the first one may repeat it', async () => {
    const lead = await stored(unknownLead());
    await settle(ana, lead, 'accepted');
    for (const outcome of ['accepted', 'rejected']) {
      const { status, body } = await settle(ben, lead, outcome);
      expect(status).to.equal(409);
      expect(body['message']).to.match(
        /^ana settled this lead as accepted at [\d-]+ [\d:.]+ UTC, so nothing was changed\.$/,
      );
    }
    const { status, body } = await settle(ana, lead, 'accepted');
    expect([status, body['outcome']]).to.deep.equal([200, 'already']);
    expect(await stateOf(lead)).to.equal('accepted');
  });

  it('only one of two at the same moment settles', async () => {
    const lead = await stored(unknownLead());
    const answers = await Promise.all([settle(ana, lead, 'accepted'), settle(ben, lead, 'rejected')]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });

  it('says in a sentence why a lead can not be settled', async () => {
    const open = await stored(testLead({ id: randomUUID(), state: 'queued' }));
    const { status, body } = await settle(ana, open, 'accepted');
    expect([status, body['message']]).to.deep.equal([
      409,
      'The lead is queued: the workers are still processing it, so there is nothing to settle; nothing was changed.',
    ]);
    const { id } = await api.storeSold(ago(HOUR_MS));
    const byBuyer = await ana.post(`/leads/${id}/settle`, { outcome: 'accepted', why: 'So' });
    expect(byBuyer.body['message']).to.equal('The lead is accepted, which is final; nothing was changed.');
    expect(
      (await ana.post(`/leads/${randomUUID()}/settle`, { outcome: 'accepted', why: 'So' })).status,
    ).to.equal(404);
  });

  it('asks for a reason without personal data', async () => {
    const lead = await stored(unknownLead());
    for (const why of ['', 'ann@example.com', '  '])
      expect((await settle(ana, lead, 'accepted', why)).body, why).to.include({
        code: 'INVALID_FIELD',
        field: 'why',
      });
    expect(await stateOf(lead)).to.equal('unknown');
  });

  it('returns a lead, undoes that, and refuses what a rule refuses', async () => {
    const { id } = await api.storeSold(ago(HOUR_MS));
    const returned = await ana.post(`/leads/${id}/return`, { reason: 'bad_phone' });
    expect([returned.status, returned.body['outcome']]).to.deep.equal([200, 'returned']);
    const repeated = await ana.post(`/leads/${id}/return`, { reason: 'bad_phone' });
    expect([repeated.status, repeated.body['outcome']]).to.deep.equal([200, 'already']);
    const again = await ben.post(`/leads/${id}/return`, { reason: 'bad_phone' });
    expect(again.status).to.equal(409);
    expect(again.body['message']).to.match(/^The lead was returned before, at .* by ana \(bad_phone\)/);
    const undone = await ben.post(`/leads/${id}/undo-return`, { why: 'Their mistake' });
    expect([undone.status, undone.body['outcome']]).to.deep.equal([200, 'undone']);
    const twice = await ben.post(`/leads/${id}/undo-return`, { why: 'Twice' });
    expect([twice.status, twice.body['outcome']]).to.deep.equal([200, 'already']);
    expect((await ana.post(`/leads/${id}/undo-return`, { why: 'Twice' })).status).to.equal(409);
    const unknown = await ana.post(`/leads/${id}/return`, { reason: 'bad_fone' });
    expect([unknown.status, unknown.body['field']]).to.deep.equal([400, 'reason']);
  });

  it('returns a lead too late only with an override and its reason', async () => {
    const { id } = await api.storeSold(ago(20 * DAY_MS));
    expect((await ana.post(`/leads/${id}/return`, { reason: 'bad_phone' })).status).to.equal(409);
    const without = await ana.post(`/leads/${id}/return`, { reason: 'bad_phone', override: true });
    expect([without.status, without.body['field']]).to.deep.equal([400, 'why']);
    const body = { reason: 'bad_phone', override: true, why: 'Agreed with them' };
    expect((await ana.post(`/leads/${id}/return`, body)).status).to.equal(200);
    expect((await api.newest(2))[0]).to.deep.include({ action: 'lead.return', why: 'Agreed with them' });
  });

  it('reveals a lead and a search with a reason, which the audit log has', async () => {
    const lead = await stored(unknownLead());
    const search = testSearch({ id: randomUUID() });
    await api.platform.searches.insert(search);
    for (const [kind, id] of [
      ['lead', lead.id],
      ['search', search.id],
    ] as const) {
      const path = `/${kind === 'lead' ? 'leads' : 'searches'}/${id}/reveal`;
      expect((await ben.post(path, {})).body).to.include({ field: 'why' });
      const { status, body } = await ben.post(path, { why: 'They asked for it' });
      expect([status, body['personal_data']]).to.deep.equal([200, 'shown']);
      expect((await api.newest(2))[0]).to.deep.include({
        ...{ action: `${kind}.reveal`, why: 'They asked for it' },
        on: { kind, ids: [id] },
      });
      expect((await ana.post(path, { why: 'Curious' })).status).to.equal(403);
    }
  });

  it('shows the request for a made-up person, of a lead or an offer, and sends nothing without a test address', async () => {
    const lead = await stored(unknownLead());
    const shown = await ana.post(`/leads/${lead.id}/test-post`, { send: false });
    expect(shown.status).to.equal(200);
    expect(shown.body).to.include({ offer: 'lakeshore-nursing', what: 'delivery', sent: false });
    expect(shown.text).to.not.contain((lead.lead as { personal: { email: string } }).personal.email);
    const ofOffer = await ana.post('/offers/lakeshore-nursing/test-post', { send: false });
    expect(ofOffer.body).to.include({ offer: 'lakeshore-nursing', what: 'delivery', sent: false });
    expect((await ana.post('/offers/nobody/test-post', { send: false })).status).to.equal(404);
    const sent = await ana.post(`/leads/${lead.id}/test-post`, { send: true });
    expect([sent.status, sent.body['message']]).to.deep.equal([
      409,
      'lakeshore-nursing has no test address (test_url under delivery), so nothing was sent.',
    ]);
  });
});
