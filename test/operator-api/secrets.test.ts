import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { applyText } from '../support/applied-catalogue.js';
import { CATALOGUE } from '../support/audited-world.js';
import { OPERATOR, startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';

const VALUE = 'Bearer of-ridge-and-nobody-else';

describe('operator API: stored secrets', () => {
  let api: ActingApi;
  let ana: Acting;
  beforeEach(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'catalogue:read', 'catalogue:apply');
  });
  afterEach(() => api.close());

  const set = (body: object = {}, name = 'LAKESHORE_TOKEN') =>
    ana.put(`/secrets/${name}`, { value: VALUE, why: 'A new buyer', ...body });
  const list = async () => (await ana.get('/secrets')).body['secrets'] as Record<string, unknown>[];
  const listed = async () => (await list()).filter((one) => one['set_at'] !== null);
  const rowsOf = async (name: string) =>
    JSON.stringify(await api.connection.collection(name).find({}).toArray());

  it('are listed with who set them and who names them; no value leaves, and none is stored in clear', async () => {
    const done = await set();
    expect(done.status, JSON.stringify(done.body)).to.equal(200);
    await set({ value: 'another value' }, 'OTHER');
    const all = await listed();
    const [lakeshore, other] = ['LAKESHORE_TOKEN', 'OTHER'].map((name) =>
      all.find((one) => one['name'] === name),
    );
    expect(other).to.deep.include({ name: 'OTHER', named_by: [], used_at: null, previous_until: null });
    expect(lakeshore).to.deep.include({ name: 'LAKESHORE_TOKEN', set_by: 'ana', used_at: null });
    expect(lakeshore?.['named_by']).to.include('offer lakeshore-nursing');
    const audit = await api.newest(4);
    expect(audit[0]).to.deep.include({
      action: 'secret.set',
      why: 'A new buyer',
      on: { kind: 'secret', ids: ['LAKESHORE_TOKEN'] },
    });
    const told = [done.body, await listed(), audit, await rowsOf('secrets'), await rowsOf('audit_log')];
    expect(JSON.stringify([told, api.heard.lines()]))
      .to.not.include('of-ridge')
      .and.not.include('another value');
    const opened = await api.platform.stores.secrets.values(['LAKESHORE_TOKEN', 'NONE'], new Date());
    expect([...opened]).to.deep.equal([['LAKESHORE_TOKEN', { value: VALUE }]]);
  });

  it('keep the value before for signatures until the overlap ends, and only if asked to', async () => {
    const { secrets } = api.platform.stores;
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
    const at = async (now: Date) => (await secrets.values('all', now)).get('LAKESHORE_TOKEN');
    await set();
    await set({ value: 'second', overlap_hours: 2 });
    expect(await at(hours(1))).to.deep.equal({ value: 'second', previous: VALUE });
    expect(await at(hours(3))).to.deep.equal({ value: 'second' });
    await set({ value: 'third' });
    expect(await at(hours(0))).to.deep.equal({ value: 'third' });
    expect((await listed())[0]).to.include({ previous_until: null });
  });

  it('of several that set one at once, one wins and no other is told that it did', async () => {
    await set();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => set({ value: `value ${n}` })));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).to.have.length.of.at.least(1);
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body['message']]).to.deep.equal([
        409,
        'Somebody else set or removed it at the same moment; look before you set it again.',
      ]);
  });

  it('are refused in one sentence that never repeats them', async () => {
    const rows: readonly (readonly [object, string, string])[] = [
      [{ value: 'line\nbreak of-ridge' }, 'LAKESHORE_TOKEN', 'value'],
      [{ value: '  ' }, 'LAKESHORE_TOKEN', 'value'],
      [{ value: 'of-ridge '.repeat(500) }, 'LAKESHORE_TOKEN', 'value'],
      [{ overlap_hours: 721 }, 'LAKESHORE_TOKEN', 'overlap_hours'],
      [{}, '9-lives', 'name'],
      [{}, 'MONGO_URL', 'name'],
    ];
    for (const [body, name, field] of rows) {
      const answer = await set(body, name);
      expect(answer.status, field).to.be.oneOf([400, 404]);
      expect(JSON.stringify(answer.body)).to.include(field).and.not.include('of-ridge');
    }
    expect(await listed()).to.deep.equal([]);
  });

  it('that the catalogue names are removed only by force', async () => {
    await set();
    const remove = (body: object = {}) =>
      ana.post('/secrets/LAKESHORE_TOKEN/remove', { why: 'They are gone', ...body });
    const refused = await remove();
    expect([refused.status, String(refused.body['message'])]).to.satisfy(
      ([status, message]: [number, string]) =>
        status === 409 && message.startsWith('It is in use: offer lakeshore-nursing'),
    );
    expect((await remove({ force: true })).body['sentence']).to.equal('Secret LAKESHORE_TOKEN is removed.');
    expect((await remove()).status).to.equal(404);
    expect(await listed()).to.deep.equal([]);
  });

  it('of a retired buyer, who is still told of revocations, are in use', async () => {
    const notice = `    revocation: { url: https://crm.gone.example/revoked, headers: { A: '\${secret:NOTICES}' } }`;
    const buyer = `\n  - handle: gone\n    name: Gone\n${notice}\n\noffers:`;
    await applyText(CATALOGUE.replace('\noffers:', buyer)).apply(api.connection);
    await applyText(CATALOGUE).apply(api.connection);
    await set({}, 'NOTICES');
    const refused = await ana.post('/secrets/NOTICES/remove', { why: 'They are retired' });
    expect([refused.status, String(refused.body['message'])]).to.satisfy(
      ([status, message]: [number, string]) =>
        status === 409 && message.startsWith('It is in use: buyer gone'),
    );
  });

  const runs = (name: string, files: string[], variables: string[] = []) =>
    api.platform.board.announce(randomUUID(), {
      ...{ name, at: new Date(), missing_secrets: [] },
      own_secrets: { files, variables },
    });
  const of = async (name: string) => (await list()).find((one) => one['name'] === name);

  it('come from files, variables or the database, and who lacks one is named', async () => {
    expect(await of('LAKESHORE_TOKEN')).to.deep.include({ own: [], lacked_by: ['partner', 'submit'] });
    await runs('submit', ['LAKESHORE_TOKEN'], ['SPARE']);
    await runs('partner', []);
    await runs('submit', []);
    expect(await of('LAKESHORE_TOKEN')).to.deep.include({
      own: [{ process: 'submit', from: 'file' }],
      lacked_by: ['partner'],
    });
    expect(await of('SPARE')).to.deep.include({ named_by: [], lacked_by: [], set_at: null });
    await set();
    expect(await of('LAKESHORE_TOKEN')).to.deep.include({ lacked_by: [], set_by: 'ana' });
  });

  it('that a draft sends to another host are named by its check, with who has them now', async () => {
    const dan = await api.operator('dan', 'catalogue:read', 'catalogue:draft');
    const warned = async (delivery: object) => {
      const { body: draft } = await dan.post('/drafts', { title: 'Another offer' });
      const { body } = await dan.post(`/drafts/${String(draft['id'])}/entries`, {
        ...{ revision: 1, kind: 'offer', handle: 'lakeshore-law' },
        entry: { name: 'Law', buyer: 'lakeshore', offer_type: 'shared', delivery },
      });
      const { faults, warnings } = body['check'] as { faults: object[]; warnings: string[] };
      expect(faults).to.deep.equal([]);
      return warnings;
    };
    const headers = { Authorization: 'Bearer ${secret:LAKESHORE_TOKEN}' };
    const url = 'https://crm.lakeshore.example/law';
    const goes = (host: string) =>
      `secret LAKESHORE_TOKEN, which crm.lakeshore.example has, would go to ${host}`;
    const followUp = { url: 'https://asked.example/${reference}', every: '10m', for: '1h' };
    const answers = [{ when: 'status = 202', outcome: 'pending', reference: 'body.id' }];
    const ROWS: readonly (readonly [object, string[]])[] = [
      [{ url, headers }, []],
      [{ url: 'https://elsewhere.example/law', headers: { A: 'none' } }, []],
      [{ url: 'https://elsewhere.example/law', headers: { A: '${secret:ANOTHER}' } }, []],
      [{ url: 'https://elsewhere.example/law', headers }, [goes('elsewhere.example')]],
      [{ url, headers, test_url: 'https://test.example:8443/' }, [goes('test.example:8443')]],
      [{ url, headers, answers, follow_up: followUp }, [goes('asked.example')]],
      [{ url, headers, answers, follow_up: { ...followUp, headers: { A: 'b' } } }, []],
    ];
    for (const [delivery, warnings] of ROWS)
      expect(await warned(delivery), JSON.stringify(delivery)).to.deep.equal(warnings);
  });

  it('that an earlier version needs and nobody has are named before it is rolled back to', async () => {
    await applyText(CATALOGUE.replace(/^ +headers:.*LAKESHORE_TOKEN.*$/m, '')).apply(api.connection);
    const warned = async () => {
      const { body } = await ana.post('/catalogue/rollback', {
        version: 1,
        why: 'It was better',
        dry_run: true,
      });
      return body['warnings'];
    };
    expect(await warned()).to.include('nobody has the secret LAKESHORE_TOKEN of offer lakeshore-nursing');
    await set();
    expect(await warned()).to.deep.equal([]);
  });

  it('that a draft needs and nobody has are named by its check, until somebody sets them', async () => {
    const dan = await api.operator('dan', 'catalogue:read', 'catalogue:draft');
    const { body: draft } = await dan.post('/drafts', { title: 'A new buyer' });
    const headers = { Authorization: 'Bearer ${secret:SUMMIT_TOKEN}' };
    const { body } = await dan.post(`/drafts/${String(draft['id'])}/entries`, {
      ...{ revision: 1, kind: 'offer', handle: 'summit-law' },
      entry: {
        ...{ name: 'Law', buyer: 'lakeshore', offer_type: 'shared' },
        delivery: { url: 'https://summit.example/leads', headers },
      },
    });
    const missing = (check: unknown) => (check as { missing_secrets: { name: string }[] }).missing_secrets;
    expect(missing(body['check']).find(({ name }) => name === 'SUMMIT_TOKEN')).to.deep.equal({
      ...{ name: 'SUMMIT_TOKEN', named_by: ['offer summit-law'] },
      lacked_by: ['partner', 'submit'],
    });
    await set({}, 'SUMMIT_TOKEN');
    const again = await api.call('post', `${OPERATOR}/drafts/${String(draft['id'])}/validate`);
    expect(missing(again.body['check']).map(({ name }) => name)).to.not.include('SUMMIT_TOKEN');
    const told = [
      again.body,
      (await dan.get('/catalogue')).body,
      await rowsOf('drafts'),
      await rowsOf('audit_log'),
    ];
    expect(JSON.stringify([told, api.heard.lines()])).to.not.include('of-ridge');
  });
});
