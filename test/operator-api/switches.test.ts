import { expect } from 'chai';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { unknownLead } from '../support/audited-world.js';
import { testLead } from '../support/records.js';

describe('operator API: pause and resume', () => {
  let api: ActingApi;
  let ana: Acting;
  let reader: Acting;
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'pause');
    reader = await api.operator('ann', 'catalogue:read');
    const { offer_id, campaign_id } = unknownLead();
    const waiting = testLead({ id: unknownLead().id, state: 'queued', offer_id, campaign_id });
    await api.platform.leads.insert(waiting);
  });
  after(() => api.close());
  const offer = { kind: 'offer', handle: 'lakeshore-nursing' };
  const send = (action: string, entries: object[], dry_run: boolean) =>
    ana.post('/switches', { action, entries, dry_run, why: 'They are down' });
  const statusNow = async () => (await api.versions.current())?.document.offers[0]?.status;

  it('says how many leads wait before it is carried out', async () => {
    const { status, body } = await send('pause', [offer], true);
    expect([status, body['sentence']]).to.deep.equal([
      200,
      'This would pause offer lakeshore-nursing. 1 lead waits for it and is rejected (OFFER_UNAVAILABLE) when it is due, unless it is resumed first.',
    ]);
    expect(body['entries']).to.deep.equal([
      { ...offer, status: 'paused', changes: true, waiting_leads: 1, version: null, ended_change: null },
    ]);
    expect(await statusNow()).to.equal('active');
  });

  it('pauses several entries in one version, with who and why in history and audit log, and resumes them', async () => {
    const { body } = await send('pause', [offer, { kind: 'campaign', handle: 'northwind-edu' }], false);
    expect((body['entries'] as { version: number }[]).map(({ version }) => version)).to.deep.equal([2, 2]);
    expect(await statusNow()).to.equal('paused');
    const subject = ['offer lakeshore-nursing', 'campaign northwind-edu'];
    const paused = { by: 'ana', how: 'pause', comment: 'They are down', subject } as const;
    expect((await api.versions.history(1))[0]).to.deep.include(paused);
    for (const each of subject) expect(await api.versions.lastSwitch(each)).to.deep.include(paused);
    const { versions } = (await reader.get('/catalogue/versions?limit=1')).body;
    expect(versions).to.have.nested.property('[0].subject', subject.join(', '));
    const [intent] = await api.newest(2);
    expect(intent).to.deep.include({
      ...{ action: 'catalogue.pause', why: 'They are down' },
      on: { kind: 'catalogue', ids: ['version 2', ...subject] },
    });
    const again = await send('pause', [offer], false);
    expect(again.body['sentence']).to.equal('Nothing changes: everything is already as you asked.');
    await send('resume', [offer], false);
    expect(await statusNow()).to.equal('active');
    const mixed = await send('pause', [offer, { kind: 'campaign', handle: 'northwind-edu' }], false);
    expect(
      (mixed.body['entries'] as { version: number | null }[]).map(({ version }) => version),
    ).to.deep.equal([4, null]);
    await send('resume', [offer], false);
  });

  it('switches nothing if one of them is unknown', async () => {
    const { status, body } = await send('pause', [offer, { kind: 'buyer', handle: 'lakeshor' }], false);
    expect([status, body['message']]).to.deep.equal([
      404,
      'There is no buyer lakeshor in the catalogue (did you mean "lakeshore"?).',
    ]);
    expect(await statusNow()).to.equal('active');
  });
});
