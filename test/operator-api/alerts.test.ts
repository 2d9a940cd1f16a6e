import { expect } from 'chai';
import type { Finding } from '../../src/core/alerts/finding.js';
import { createAlertStore } from '../../src/platform/mongo/alerts/alert-store.js';
import { createLeases } from '../../src/platform/mongo/alerts/leases.js';
import { finding } from '../support/alert-world.js';
import { testCatalogue } from '../support/catalogue.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const ALERTS = '/api/v1/operator/alerts';

describe('operator API: alerts', () => {
  let api: TestOperatorApi;
  before(async () => {
    const via = {
      kind: 'slack',
      url: 'https://chat.example/secret-path',
      headers: {},
      insecure_http: false,
    } as const;
    const alerts = { thresholds: {}, channels: [{ name: 'chat', least: 'soon', via }] } as const;
    api = await startOperatorApi({}, { ...testCatalogue(), alerts });
    const fired = (found: Finding, over: object) => ({
      ...{ ...found, state: 'firing' as const, fired_at: found.since, version: 1 },
      ...over,
    });
    const store = createAlertStore(api.connection);
    await store.write(fired(finding('nursing'), { told: { at: new Date(), severity: 'urgent', times: 1 } }));
    await store.write(fired(finding('mba'), { state: 'resolved', resolved_at: new Date() }));
  });
  after(() => api.close());

  it('lists what fires, what is over, mutes and channels, without their addresses', async () => {
    const { status, body } = await api.get(ALERTS);
    expect(status).to.equal(200);
    expect(body).to.nested.include({
      ...{ evaluated: false, 'firing[0].subject.name': 'nursing', 'firing[0].muted': false },
      ...{ 'resolved[0].subject.name': 'mba', 'channels[0].kind': 'slack', 'channels[0].waiting': 0 },
    });
    expect(JSON.stringify(body)).to.not.contain('secret-path');
    await createLeases(api.connection).take('alerts', 'x', new Date(), new Date(Date.now() + 60_000));
    expect((await api.get(ALERTS)).body['evaluated']).to.equal(true);
  });

  it('lists the most urgent first, and says that nobody was notified where there is no channel', async () => {
    const quiet = await startOperatorApi();
    const told = { at: new Date(), severity: 'urgent' as const, times: 1 };
    for (const [name, severity, at] of [
      ['nursing', 'urgent', '2026-11-20T08:00:00Z'],
      ['mba', 'soon', '2026-11-20T09:00:00Z'],
    ] as const)
      await createAlertStore(quiet.connection).write({
        ...{ ...finding(name), severity, told, version: 1 },
        ...{ state: 'firing', fired_at: new Date(at) },
      });
    const { body } = await quiet.get(ALERTS);
    await quiet.close();
    expect(body).to.nested.include({
      ...{ 'firing[0].severity': 'urgent', 'firing[1].severity': 'soon' },
      ...{ 'firing[0].told_at': null, 'firing[1].told_at': null },
    });
  });

  it('mutes for a while, and ends it once', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const made = await api.call('post', `${ALERTS}/mutes`, {
      body: { rule: 'breaker_open', subject: 'nursing', until, why: 'They know, ann@example.com' },
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    expect(made.body).to.include({ rule: 'breaker_open', subject: 'nursing', by: 'test' });
    expect(JSON.stringify(made.body)).to.not.contain('ann@');
    expect((await api.get(ALERTS)).body).to.nested.include({ 'firing[0].muted': true });
    const path = `${ALERTS}/mutes/${String(made.body['id'])}`;
    expect((await api.call('delete', path)).status).to.equal(200);
    expect((await api.call('delete', path)).status).to.equal(404);
    expect((await api.get(ALERTS)).body).to.nested.include({ 'firing[0].muted': false });
  });

  const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  for (const [what, body, field] of [
    ['no such rule', { rule: 'none', until: later(1), why: 'So' }, 'rule'],
    ['an end that is over', { until: later(-1), why: 'So' }, 'until'],
    ['an end too far away', { until: later(32), why: 'So' }, 'until'],
    ['no reason', { until: later(1) }, 'why'],
  ] as const)
    it(`refuses a mute with ${what}`, async () => {
      const { status, body: answer } = await api.call('post', `${ALERTS}/mutes`, { body });
      expect([status, answer['field']]).to.deep.equal([400, field]);
    });

  it('sends a test message, once for each call', async () => {
    for (const body of [{}, { channel: 'chat' }])
      expect((await api.call('post', `${ALERTS}/test`, { body })).body['channels']).to.deep.equal(['chat']);
    const { status, body } = await api.call('post', `${ALERTS}/test`, { body: { channel: 'none' } });
    expect([status, body['field']]).to.deep.equal([400, 'channel']);
    expect((await api.get(ALERTS)).body).to.nested.include({ 'channels[0].waiting': 2 });
  });
});
