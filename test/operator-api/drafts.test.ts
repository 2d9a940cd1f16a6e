import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { OPERATOR, startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { childrenOf } from '../support/children-of.js';
import { CATALOGUE, unknownLead } from '../support/audited-world.js';

interface Body {
  readonly id: string;
  readonly revision: number;
  readonly state: string;
  readonly files: readonly { name: string; text: string }[];
  readonly check: { faults: object[]; changes: object[]; warnings: string[] } | null;
  readonly backtest: { leads: number; groups: object[] } | null;
  readonly [member: string]: unknown;
}

describe('operator API: drafts and the catalogue', function () {
  let api: ActingApi;
  let ana: Acting;
  let ben: Acting;
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'catalogue:read', 'catalogue:draft');
    ben = await api.operator('ben', 'catalogue:read', 'catalogue:draft', 'catalogue:apply');
    await api.platform.leads.insert(unknownLead());
  });
  after(() => api.close());

  const of = ({ body }: { readonly body: object }): Body => body as unknown as Body;
  const fileWith = (limit: number) => [
    { name: 'a.yaml', text: CATALOGUE.replace('limit: 20', `limit: ${limit}`) },
  ];
  const create = async (more: object = {}) => of(await ana.post('/drafts', { title: 'More a day', ...more }));
  const validated = ({ id }: Body) => api.call('post', `${OPERATOR}/drafts/${id}/validate`);
  const version = () => api.versions.currentVersion();

  it('a draft is the version in force, without anything to change', async () => {
    const draft = await create();
    expect(draft).to.deep.include({
      state: 'draft',
      revision: 1,
      base_version: await version(),
      is_stale: false,
    });
    expect(of(await validated(draft)).check).to.deep.include({ faults: [], changes: [], warnings: [] });
  });

  it('tells faults with file, line, column and sentence; a draft with one is not proposed or applied', async () => {
    const text = CATALOGUE.replace('limit: 20', 'limit: many');
    const draft = await create({ files: [{ name: 'a.yaml', text }] });
    const { check, id } = of(await validated(draft));
    const line = text.split('\n').findIndex((each) => each.includes('limit: many')) + 1;
    const column = (text.split('\n')[line - 1] ?? '').indexOf('limit') + 1;
    expect(check?.faults).to.deep.equal([
      {
        file: 'a.yaml',
        line,
        column,
        entry: 'offer lakeshore-nursing',
        field: 'caps[0].limit',
        sentence: '"caps[0].limit" must be a number',
      },
    ]);
    for (const [act, who] of [
      ['propose', ana],
      ['apply', ben],
    ] as const) {
      const { status, body } = await who.post(`/drafts/${id}/${act}`, { revision: 1 });
      expect([status, body['message']], act).to.deep.equal([
        409,
        'The draft has 1 fault: validate it, and correct the faults first.',
      ]);
    }
  });

  it('says what it changes, what that does to stored leads, and shows a request; then it is applied', async () => {
    const draft = await create({ files: fileWith(40) });
    const { check } = of(await validated(draft));
    expect(check?.faults).to.deep.equal([]);
    expect(JSON.stringify(check?.changes)).to.contain('"before":20,"after":40');
    const tested = of(await ana.post(`/drafts/${draft.id}/backtest`, { records: 10 }));
    expect(tested.backtest).to.deep.include({ leads: 1, groups: [] });
    const shown = await ana.post(`/drafts/${draft.id}/test-post`, { offer: 'lakeshore-nursing' });
    expect(shown.body).to.include({ offer: 'lakeshore-nursing', sent: false });
    const proposed = of(await ana.post(`/drafts/${draft.id}/propose`, { revision: 1 }));
    expect([proposed.state, proposed.check?.faults]).to.deep.equal(['proposed', []]);
    expect((await ana.post(`/drafts/${draft.id}/apply`, { revision: 2 })).status).to.equal(403);
    const applied = of(await ben.post(`/drafts/${draft.id}/apply`, { revision: 2, why: 'Agreed' }));
    expect(applied).to.deep.include({ state: 'applied' });
    expect(applied['applied']).to.deep.nested.include({ version: await version(), 'by.name': 'ben' });
    expect((await api.versions.history(1))[0]).to.deep.include({
      by: 'ben',
      subject: `draft ${draft.id}`,
      comment: 'Agreed',
    });
    const acts = (await api.newest(40)).filter((one) => one.phase === 'intent' && 'on' in one);
    expect(acts.slice(-3).map(({ action }) => action)).to.deep.equal([
      'draft.create',
      'draft.propose',
      'catalogue.apply',
    ]);
    const again = await ben.post(`/drafts/${draft.id}/apply`, { revision: 3 });
    expect([again.status, again.body['message']]).to.match(/409,ben applied this draft at /);
  });

  it('two tabs do not overwrite each other', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      ['First', 'Second'].map((title) => ben.put(`/drafts/${id}`, { revision: 1, title })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body['message']).to.match(
      /^ben changed this draft at .*: read it again, it is at revision 2\.$/,
    );
    expect(of(await ana.get(`/drafts/${id}`)).revision).to.equal(2);
  });

  it('backtests and shows the request of the revision that the caller has read, or of the newest one', async () => {
    const { id } = await create({ files: fileWith(47) });
    await ben.put(`/drafts/${id}`, { revision: 1, files: fileWith(48) });
    const asks = [
      ['backtest', { records: 10 }],
      ['test-post', { offer: 'lakeshore-nursing' }],
    ] as const;
    for (const [act, body] of asks) {
      const refused = await ana.post(`/drafts/${id}/${act}`, { ...body, revision: 1 });
      expect([refused.status, refused.body['message']]).to.match(
        /^409,ben changed this draft at .*revision 2\.$/,
      );
      for (const revision of [{}, { revision: 2 }])
        expect((await ana.post(`/drafts/${id}/${act}`, { ...body, ...revision })).status).to.equal(200);
    }
  });

  it('has few processes for mappings, however many test posts come at once', async () => {
    const body = '      body: \'{ "id": lead_id }\'\n';
    const text = CATALOGUE.replace(/( +)url: https:\/\/crm.*\n/, (line) => `${line}${body}`);
    const { id } = await create({ files: [{ name: 'a.yaml', text }] });
    // Each key may act thirty times at once.
    const mia = await api.operator('mia', 'catalogue:draft');
    const before = (await childrenOf(process.pid)).length;
    const posts = Array.from({ length: 16 }, () =>
      mia.post(`/drafts/${id}/test-post`, { offer: 'lakeshore-nursing' }),
    );
    let most = 0;
    const done = { all: false };
    const watching = (async () => {
      while (!done.all) most = Math.max(most, (await childrenOf(process.pid)).length - before);
    })();
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    done.all = true;
    await watching;
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    expect(most, 'a set may have a second process ready').to.be.within(1, 8);
  });

  it('validates the revision that the caller has read, or the newest one without', async () => {
    const draft = await create({ files: fileWith(45) });
    const { id } = draft;
    const validateFirst = () => api.call('post', `${OPERATOR}/drafts/${id}/validate?revision=1`);
    const read = await validateFirst();
    expect([read.status, of(read).check?.faults]).to.deep.equal([200, []]);
    await ben.put(`/drafts/${id}`, { revision: 1, files: fileWith(46) });
    const refused = await validateFirst();
    expect([refused.status, refused.body['message']]).to.match(
      /^409,ben changed this draft at .*: read it again, it is at revision 2\.$/,
    );
    expect(of(await ana.get(`/drafts/${id}`)).check).to.equal(null);
    expect(of(await validated(draft))).to.deep.include({ revision: 2 });
  });

  it('what was proposed and is changed is no longer proposed', async () => {
    const { id } = await create();
    await ana.post(`/drafts/${id}/propose`, { revision: 1 });
    const saved = of(await ben.put(`/drafts/${id}`, { revision: 2, files: fileWith(50) }));
    expect([saved.state, saved['proposed']]).to.deep.equal(['draft', null]);
    expect((saved['authors'] as { name: string }[]).map(({ name }) => name)).to.deep.equal(['ana', 'ben']);
  });

  it('is not applied on another version than it was made from', async () => {
    const draft = await create({ files: fileWith(60) });
    const other = of(await ben.post('/drafts', { title: 'Faster', files: fileWith(70) }));
    await ben.post(`/drafts/${other.id}/apply`, { revision: 1 });
    const now = await version();
    expect(of(await ana.get(`/drafts/${draft.id}`))['is_stale']).to.equal(true);
    const { status, body } = await ben.post(`/drafts/${draft.id}/apply`, { revision: 1 });
    expect([status, body['message']]).to.deep.equal([
      409,
      `Version ${now} is active, and the draft is based on version ${now - 1}: compare them, then save the draft with base_version ${now}.`,
    ]);
    await ana.put(`/drafts/${draft.id}`, { revision: 1, base_version: now });
    expect((await ben.post(`/drafts/${draft.id}/apply`, { revision: 2 })).status).to.equal(200);
  });

  it('a draft that was put in force by a process that died then is found to be applied', async () => {
    const draft = await create({ files: fileWith(80) });
    await ben.post(`/drafts/${draft.id}/apply`, { revision: 1 });
    await api.connection.collection<{ _id: string }>('drafts').updateOne(
      { _id: draft.id },
      {
        $set: {
          state: 'draft',
          revision: 1,
          changed: { at: new Date(0), by: { kind: 'key', id: 'x', name: 'ana' } },
        },
        $unset: { applied: 1 },
      },
    );
    const now = await version();
    const { status, body } = await ben.post(`/drafts/${draft.id}/apply`, { revision: 1 });
    expect([status, of({ body }).state, await version()]).to.deep.equal([200, 'applied', now]);
  });

  it('is withdrawn, stays readable, and is listed', async () => {
    const { id } = await create();
    expect(of(await ana.delete(`/drafts/${id}?revision=1`)).state).to.equal('withdrawn');
    expect((await ana.put(`/drafts/${id}`, { revision: 2, title: 'Again' })).status).to.equal(409);
    const { body, text } = await ana.get('/drafts');
    expect((body['drafts'] as Body[])[0]).to.include({ id, state: 'withdrawn' });
    expect(text).to.not.contain('affiliates:');
  });

  it('a cap is changed as a draft of two fields', async () => {
    const cap = { kind: 'offer', handle: 'lakeshore-nursing', window: 'day', limit: 99 };
    const draft = of(await ana.post('/drafts/cap', cap));
    expect(draft['title']).to.equal('Cap of offer lakeshore-nursing, a day: 99');
    const { check } = of(await validated(draft));
    expect(check).to.deep.include({ faults: [] });
    expect(check?.changes.length).to.equal(1);
    const unknown = await ana.post('/drafts/cap', { ...cap, handle: 'lakeshore' });
    expect([unknown.status, unknown.body['field']]).to.deep.equal([400, 'handle']);
  });

  it('reads the catalogue, its versions and their difference, and rolls back', async () => {
    const { body } = await ana.get('/catalogue');
    expect(body['text']).to.contain('lakeshore-nursing');
    const listed = (await ana.get('/catalogue/versions?limit=2')).body['versions'] as { version: number }[];
    expect(listed.map((one) => one.version)).to.deep.equal([await version(), (await version()) - 1]);
    const { text } = (await ana.get('/catalogue/versions/1')).body;
    // A draft of it brings back the terms that it had by default.
    expect(text).to.contain('limit: 20').and.to.contain('retention: {}');
    expect((await ana.get('/catalogue/versions/999')).status).to.equal(404);
    const diff = (await ana.get(`/catalogue/diff?from=1&to=${await version()}`)).body['changes'];
    expect(JSON.stringify(diff)).to.contain('lakeshore-nursing');
    const back = { version: 1, why: 'Too many', dry_run: true };
    const planned = await ben.post('/catalogue/rollback', back);
    expect([planned.body['version'], (planned.body['changes'] as object[]).length]).to.deep.equal([null, 1]);
    const now = await version();
    expect(planned.body['base_version']).to.equal(now);
    const late = { ...back, dry_run: false, base_version: now - 1 };
    const refused = await ben.post('/catalogue/rollback', late);
    expect([refused.status, refused.body['message'], await version()]).to.deep.equal([
      409,
      `Version ${now} has come into force in the meantime, so yours was not applied: compare them first.`,
      now,
    ]);
    const done = await ben.post('/catalogue/rollback', { ...back, dry_run: false, base_version: now });
    expect([done.body['version'], await version()]).to.deep.equal([now + 1, now + 1]);
    expect((await ben.post('/catalogue/rollback', { ...back, dry_run: false })).status).to.equal(409);
  });

  it('takes a large catalogue, and refuses files of one name', async () => {
    const text = `${readFileSync('examples/minimal.yaml', 'utf8')}\n# ${'x'.repeat(1_500_000)}\n`;
    expect(
      (await ana.post('/drafts', { title: 'Large', files: [{ name: 'a.yaml', text }] })).status,
    ).to.equal(200);
    const huge = 'x'.repeat(4_300_000);
    expect(
      (await ana.post('/drafts', { title: 'Huge', files: [{ name: 'a.yaml', text: huge }] })).status,
    ).to.equal(413);
    const twice = [
      { name: 'a.yaml', text: '' },
      { name: 'a.yaml', text: '' },
    ];
    expect((await ana.post('/drafts', { title: 'Twice', files: twice })).status).to.equal(400);
  });
});
