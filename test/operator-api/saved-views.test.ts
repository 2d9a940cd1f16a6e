import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const VIEWS = '/api/v1/operator/saved-views';
const MORNING = { screen: 'reports', name: 'Every morning', query: 'range=yesterday&by=affiliate' };

describe('operator API: saved views', () => {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
  });
  after(() => api.close());

  const save = (body: object, key = api.key) => api.call('post', VIEWS, { body, key });
  const namesOf = async (path = VIEWS, key = api.key) =>
    ((await api.get(path, { key })).body['views'] as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    );

  it('keeps what a person saves under its name, apart by screen and from others, until it is deleted', async () => {
    const saved = await save(MORNING);
    expect([saved.status, saved.body]).to.deep.include(200);
    expect(saved.body).to.include(MORNING);
    const { id } = saved.body;
    const again = await save({ ...MORNING, query: 'range=7d' });
    expect(again.body).to.include({ id, query: 'range=7d' });
    await save({ screen: 'leads', name: 'All', query: '' });
    expect(await namesOf()).to.have.members(['Every morning', 'All']);
    expect(await namesOf(`${VIEWS}?screen=leads`)).to.deep.equal(['All']);
    const other = await api.issueKey(['reports:read']);
    expect(await namesOf(VIEWS, other)).to.deep.equal([]);
    const path = `${VIEWS}/${String(id)}`;
    expect((await api.call('delete', path, { key: other })).status).to.equal(404);
    expect((await api.call('delete', path)).status).to.equal(200);
    expect((await api.call('delete', path)).status).to.equal(404);
    expect(await namesOf()).to.deep.equal(['All']);
  });

  for (const [what, body, field] of [
    ['an unknown screen', { ...MORNING, screen: 'attic' }, 'screen'],
    ['no name', { ...MORNING, name: '' }, 'name'],
    ['a long name', { ...MORNING, name: 'x'.repeat(61) }, 'name'],
    ['a long query', { ...MORNING, query: 'x'.repeat(2_001) }, 'query'],
    ['a query with a line end', { ...MORNING, query: 'by=day\n' }, 'query'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { status, body: answer } = await save(body);
      expect([status, answer['field']]).to.deep.equal([400, field]);
    });

  it('keeps at most a hundred of one person', async () => {
    const key = await api.issueKey(['reports:read']);
    const first = await save({ ...MORNING, name: 'No. 0' }, key);
    const views = api.connection.collection<{ _id: string }>('saved_views');
    const stored = await views.findOne({ _id: String(first.body['id']) });
    await views.insertMany(
      Array.from({ length: 99 }, (_, at) => ({
        ...stored,
        _id: randomUUID(),
        name: `No. ${at + 1}`,
      })),
    );
    const { status, body } = await save({ ...MORNING, name: 'One more' }, key);
    expect([status, body.message]).to.deep.equal([409, 'You have 100 saved views. Delete one first.']);
    expect((await save({ ...MORNING, name: 'No. 7' }, key)).status).to.equal(200);
  });
});
