import { expect } from 'chai';
import { IDS } from '../support/catalogue.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { testAttempt, testLead, testSentTo } from '../support/records.js';

const BASE = '/api/v1/operator';
const HOUR_MS = 3_600_000;
const now = new Date();

interface Item {
  readonly id: string;
  readonly rule: string;
  readonly count: number;
}

/** A trouble that a console saw before this one began, and what somebody did about it then. */
const NO_SWEEPER = { _id: 'no_sweeper|process|sweeper' };
interface Stored {
  readonly _id: string;
  readonly [member: string]: unknown;
}

describe('operator API: Now', () => {
  let api: TestOperatorApi;
  let unknown: Item;
  const items = async (): Promise<Item[]> => {
    const { body } = await api.get(`${BASE}/now`);
    return body['attention'] as Item[];
  };
  const act = (body: object, sent: { key?: string } = {}, id = unknown.id) =>
    api.call('post', `${BASE}/now/${encodeURIComponent(id)}`, { body, ...sent });

  before(async () => {
    api = await startOperatorApi();
    const received_at = new Date(now.getTime() - 2 * HOUR_MS);
    const since = new Date(now.getTime() - 3 * HOUR_MS);
    for (const n of [1, 2])
      await api.platform.leads.insert(
        testLead({
          ...{ id: `20000000-0000-4000-8000-00000000000${n}`, state: 'unknown', received_at },
          attempts: [
            testAttempt({
              number: 1,
              submission: 1,
              at: received_at,
              timeout_ms: 1_000,
              outcome: 'unknown',
              sent_to: testSentTo(IDS.buyer),
            }),
          ],
        }),
      );
    await api.connection.collection<Stored>('alerts').insertOne({ ...NO_SWEEPER, state: 'firing', since });
    await api.connection
      .collection<Stored>('attention')
      .insertOne({ ...NO_SWEEPER, at: received_at, taken_by: { id: 'cleo', name: 'Cleo' } });
    unknown = (await items()).find(({ rule }) => rule === 'unknown_leads')!;
  });
  after(() => api.close());

  it('shows what needs somebody with its button, and today beside last week', async () => {
    const { body } = await api.get(`${BASE}/now`);
    expect(unknown).to.deep.include({
      ...{ count: 2, severity: 'urgent', taken_by: null, note: null, mute: null },
      help: { action: 'settle_leads', id: IDS.buyer },
    });
    expect(now.getTime() - new Date(String(body['as_of'])).getTime()).to.be.below(5_000);
    expect(body['today']).to.include({ searches: 0, revenue_cents: 0 });
    expect(body['last_week']).to.include({ submits: 0, accept_rate: null, margin_cents: 0 });
  });

  it('what somebody took stays theirs when a console begins', async () => {
    const taken = (await items()).find(({ id }) => id === NO_SWEEPER._id);
    expect(taken).to.deep.nested.include({ 'taken_by.name': 'Cleo' });
  });

  it('is taken by one and noted by another; the audit log has who did it, not what was noted', async () => {
    const [ana, ben] = [
      await api.issueKey(['alerts:write'], { name: 'Ana' }),
      await api.issueKey(['alerts:write'], { name: 'Ben' }),
    ];
    const { body } = await act({ take: true, note: 'Summit calls back, jane@example.com' }, { key: ana });
    expect(body).to.deep.nested.include({ 'taken_by.name': 'Ana', 'note.text': 'Summit calls back' });
    const refused = await act({ take: true }, { key: ben });
    expect([refused.status, refused.body['message']]).to.deep.equal([409, 'Ana has taken it.']);
    await act({ note: 'Summit called back' }, { key: ben });
    const shown = (await items()).find(({ id }) => id === unknown.id);
    expect(shown).to.deep.nested.include({ 'taken_by.name': 'Ana', 'note.text': 'Summit called back' });
    const told = await api.connection.collection('audit_log').find({ action: 'finding.act' }).toArray();
    expect(told.flatMap(({ result }): unknown[] => (result === undefined ? [] : [result]))).to.deep.equal([
      'done',
      'refused',
      'done',
    ]);
    expect(JSON.stringify(told)).to.not.contain('Summit');
  });

  it('shows at once what is muted, and by whom', async () => {
    const muted = async () => (await items()).find(({ id }) => id === unknown.id);
    const until = new Date(now.getTime() + HOUR_MS).toISOString();
    const body = { rule: 'unknown_leads', subject: IDS.buyer, up_to: 'urgent', until, why: 'They know' };
    const { body: mute } = await api.call('post', `${BASE}/alerts/mutes`, { body });
    expect(await muted()).to.deep.include({ mute });
    await api.call('delete', `${BASE}/alerts/mutes/${String(mute['id'])}`);
    expect(await muted()).to.include({ mute: null });
  });

  it('says in one sentence what is wrong', async () => {
    for (const [body, status, message] of [
      [{ note: '608-555-0100' }, 400, 'note must be words without personal data, or null, which removes it.'],
      [{ take: 'yes' }, 400, 'take must be true (it is mine) or false (nobody has it).'],
      [{}, 400, 'Send take or note.'],
    ] as const) {
      const answer = await act(body);
      expect([answer.status, answer.body['message']], JSON.stringify(body)).to.deep.equal([status, message]);
    }
    const { status, body } = await act({ take: true }, {}, 'nothing');
    expect([status, body['message']]).to.deep.equal([404, 'There is no such finding any more.']);
  });
});
