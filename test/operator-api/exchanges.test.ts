import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../src/core/exchanges/exchange.js';
import { createExchangeStore } from '../../src/platform/mongo/exchanges/exchange-store.js';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { unknownLead } from '../support/audited-world.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { anExchange as exchange } from '../support/exchanges.js';
import { testLead, testSearch } from '../support/records.js';
import { minute } from '../support/stored-records.js';

const OFFER = derivedId('offer', 'lakeshore-nursing');
const anExchange = (over: Partial<Exchange>): Exchange => exchange({ destination: OFFER, ...over });

interface Said {
  readonly kind: string;
  readonly attempt: number | null;
  readonly destination: string | null;
  readonly offer: { readonly handle: string | null } | null;
  readonly request: { readonly url: string; readonly body: { readonly text: string } | null };
  readonly answer: { readonly body: { readonly text: string; readonly cut_of: number | null } } | null;
}

describe('operator API: requests and answers about a lead', () => {
  const search = testSearch({ id: randomUUID() });
  const lead = { ...unknownLead(), search_id: search.id };
  const path = `/leads/${lead.id}/exchanges`;
  let api: ActingApi;
  let viewer: Acting;
  let ben: Acting;
  before(async () => {
    api = await startActingApi();
    viewer = await api.operator('viewer', 'leads:read');
    ben = await api.operator('ben', 'leads:read', 'pii:read');
    await api.platform.searches.insert(search);
    await api.platform.leads.insert(lead);
    const { answer: _, ...unanswered } = anExchange({
      ...{ record_id: lead.id, at: minute(5), outcome: 'unknown', detail: 'timed out' },
    });
    const step = { kind: 'verification', destination: 'carrier', record_id: lead.id } as const;
    const cut = { status: 200, headers: {}, body: { text: '{"email":"ada@exa', cut_of: 70_000 } };
    await createExchangeStore(api.connection).add([
      anExchange({ kind: 'search', of: 'search', record_id: search.id, at: minute(0) }),
      anExchange({ ...step, at: minute(1) }),
      anExchange({ record_id: lead.id, at: minute(2), answer: cut }),
      unanswered,
      anExchange({ record_id: lead.id, kind: 'webhook', number: 4, destination: 'northwind', at: minute(6) }),
    ]);
  });
  after(() => api.close());

  const said = (body: Readonly<Record<string, unknown>>): Said[] => body['exchanges'] as Said[];

  it('lists them oldest first, with the verification steps and the search, masked also for a key with pii:read', async () => {
    for (const who of [viewer, ben]) {
      const { status, body, text } = await who.get(path);
      expect([status, body['personal_data'], body['nothing_kept']]).to.deep.equal([200, 'masked', null]);
      expect(said(body).map(({ kind, attempt }) => [kind, attempt])).to.deep.equal([
        ...[['search', null] as const, ['verification', 1] as const, ['delivery', 1] as const],
        ...[['delivery', 1] as const, ['webhook', null] as const],
      ]);
      expect(said(body)[1]).to.include({ destination: 'carrier', offer: null });
      expect(said(body)[2]).to.deep.nested.include({
        'offer.handle': 'lakeshore-nursing',
        'answer.body.cut_of': 70_000,
      });
      expect(said(body)[3]).to.include({ answer: null, outcome: 'unknown', detail: 'timed out' });
      expect(text).to.not.match(/ada@|\bada\b/i);
    }
  });

  it('tells only the origin of an endpoint of the affiliate until it is revealed', async () => {
    expect(said((await ben.get(path)).body)[4]?.request.url).to.equal('https://buyer.example/•••');
    const { body } = await ben.post(`${path}/reveal`, { why: 'A dispute' });
    expect(said(body)[4]?.request.url).to.equal('https://buyer.example/leads?k=1');
  });

  it('reveals them with a reason, which the audit log has before', async () => {
    expect((await ben.post(`${path}/reveal`, {})).body).to.include({ field: 'why' });
    const { status, body } = await ben.post(`${path}/reveal`, { why: 'They dispute it' });
    expect([status, body['personal_data']]).to.deep.equal([200, 'shown']);
    expect(said(body)[2]?.request.body?.text).to.equal('{"email":"ada@example.com"}');
    expect((await api.newest(2))[0]).to.deep.include({
      ...{ action: 'lead.reveal', why: 'They dispute it' },
      on: { kind: 'lead', ids: [lead.id] },
    });
    expect((await viewer.post(`${path}/reveal`, { why: 'Curious' })).status).to.equal(403);
  });

  describe('of other data of the person', () => {
    const ofBob = { url: 'https://partner.example/bob', body: { text: '{"bob_k":"bob@example.com"}' } };
    const bobs = (over: Partial<Exchange>): Exchange => {
      const { request } = anExchange({});
      return anExchange({ ...over, request: { ...request, ...ofBob } });
    };
    async function said(id: string): Promise<{ readonly masked: string; readonly revealed: string }> {
      const masked = await viewer.get(`/leads/${id}/exchanges`);
      const revealed = await ben.post(`/leads/${id}/exchanges/reveal`, { why: 'They dispute it' });
      return { masked: masked.text, revealed: JSON.stringify(revealed.body) };
    }

    it('leave out what was said in other runs of the search', async () => {
      const record_id = randomUUID();
      const id = randomUUID();
      const own = { ...lead, id, search_id: record_id, received_at: minute(20), search_run: 2 };
      await api.platform.leads.insert(own);
      const inRun = { kind: 'search', of: 'search', record_id } as const;
      await createExchangeStore(api.connection).add([
        bobs({ ...inRun, submission_or_run: 1, at: minute(10) }),
        anExchange({ ...inRun, submission_or_run: 2, at: minute(15) }),
        bobs({ ...inRun, submission_or_run: 3, at: minute(30) }),
      ]);
      const { masked, revealed } = await said(id);
      expect(masked).to.contain('email').and.not.match(/bob/i);
      expect(revealed).to.contain('ada@example.com').and.not.match(/bob/i);
    });

    it('hide the names of members of what was said about an earlier submission', async () => {
      const id = randomUUID();
      const again = { ...lead, id, search_id: randomUUID(), submission: 2, received_at: minute(20) };
      await api.platform.leads.insert(again);
      await createExchangeStore(api.connection).add([
        bobs({ record_id: id, at: minute(10) }),
        bobs({ record_id: id, kind: 'webhook', submission_or_run: 0, at: minute(11) }),
        anExchange({ record_id: id, submission_or_run: 2, at: minute(20) }),
        anExchange({ record_id: id, kind: 'webhook', submission_or_run: 0, at: minute(20) }),
      ]);
      const { body } = await viewer.get(`/leads/${id}/exchanges`);
      const names = (body['exchanges'] as Said[]).map(({ request }) =>
        Object.keys(JSON.parse(request.body?.text ?? '') as object),
      );
      expect(names).to.deep.equal([['•••1'], ['•••1'], ['email'], ['email']]);
    });
  });

  it('says why nothing is kept', async () => {
    const quiet = testLead({ id: randomUUID(), attempts: [] });
    await api.platform.leads.insert(quiet);
    const { body } = await viewer.get(`/leads/${quiet.id}/exchanges`);
    expect([body['exchanges'], body['nothing_kept']]).to.deep.equal([[], 'Nothing was sent yet.']);
    expect((await viewer.get(`/leads/${randomUUID()}/exchanges`)).status).to.equal(404);
  });
});
