import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { signedIn } from '../support/people.js';
import { PEOPLE, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const VIEWS = '/api/v1/operator/saved-views';
const MORNING = { screen: 'reports', name: 'Every morning', query: 'range=yesterday&by=affiliate' };

describe('operator API: saved views', () => {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi({ smtpUrl: 'smtp://127.0.0.1:1' });
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

  describe('by e-mail', () => {
    const DAILY = { every: 'day', hour: 7, zone: 'America/Chicago', to: ['Ops@Example.com'] };
    let person: Awaited<ReturnType<typeof signedIn>>['browser'];
    let view: string;
    before(async () => {
      person = (await signedIn(api, ['viewer'], 'vic@example.com')).browser;
      view = `${VIEWS}/${String((await person.call('post', VIEWS, MORNING)).body['id'])}`;
    });

    it('is scheduled and ended by its owner, and the audit log names no address', async () => {
      expect((await person.call('get', VIEWS)).body).to.include({ can_mail: true });
      const { status, body } = await person.call('put', `${view}/mail`, DAILY);
      expect([status, body['mail']]).to.deep.include(200);
      expect(body['mail']).to.deep.include({
        ...{
          every: 'day',
          on: null,
          hour: 7,
          to: ['ops@example.com'],
          stopped: null,
          last: null,
          refused: [],
        },
      });
      const log = api.connection.collection<{ phase: string; after?: object }>('audit_log');
      const entries = await log.find({ action: 'view.mail' }).toArray();
      expect(entries.map(({ phase, after }) => [phase, after])).to.deep.equal([
        ['intent', { every: 'day', receivers: 1 }],
        ['outcome', undefined],
      ]);
      // A view that is saved again is still mailed.
      const again = await person.call('post', VIEWS, { ...MORNING, query: 'range=7d' });
      expect(again.body).to.nested.include({ query: 'range=7d', 'mail.hour': 7 });
      expect((await person.call('delete', `${view}/mail`)).body).to.include({ mail: null });
    });

    for (const [what, over, field] of [
      ['an hour that no clock has', { hour: 24 }, 'hour'],
      ['no such zone', { zone: 'Mars/Olympus' }, 'zone'],
      ['no address', { to: [] }, 'to'],
      ['what is no address', { to: ['ops'] }, 'to.0'],
      ['an address twice', { to: ['a@example.com', 'A@example.com'] }, 'to.1'],
      ['eleven addresses', { to: Array.from({ length: 11 }, (_, at) => `a${at}@example.com`) }, 'to'],
      ['a weekday that no week has', { every: 'week', on: 8 }, 'on'],
    ] as const)
      it(`refuses ${what}`, async () => {
        const { status, body } = await person.call('put', `${view}/mail`, { ...DAILY, ...over });
        expect([status, body['field']]).to.deep.equal([400, field]);
      });

    it('goes with its owner', async () => {
      const gone = await signedIn(api, ['viewer'], 'gone@example.com');
      await gone.browser.call('post', VIEWS, MORNING);
      expect((await api.call('delete', `${PEOPLE}/${gone.id}`)).status).to.equal(200);
      expect(await api.connection.collection('saved_views').countDocuments({ owner: gone.id })).to.equal(0);
    });

    it('refuses keys, views of others, and what is no report', async () => {
      const leads = await person.call('post', VIEWS, { screen: 'leads', name: 'All', query: '' });
      const other = (await signedIn(api, ['viewer'], 'other@example.com')).browser;
      for (const [answer, status, message] of [
        [
          await api.call('put', `${view}/mail`, { body: DAILY }),
          409,
          /^Only a person can have a view mailed/,
        ],
        [await other.call('put', `${view}/mail`, DAILY), 404, /^There is no saved view of yours/],
        [await other.call('delete', `${view}/mail`), 404, /^There is no saved view of yours/],
        [
          await person.call('put', `${VIEWS}/${String(leads.body['id'])}/mail`, DAILY),
          ...([409, /^Only views of reports can be mailed/] as const),
        ],
      ] as const) {
        expect(answer.status).to.equal(status);
        expect(answer.body['message']).to.match(message);
      }
    });
  });
});
