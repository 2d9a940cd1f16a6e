import { expect } from 'chai';
import { createAuditLog } from '../../src/platform/mongo/audit/audit-log.js';
import { createAuditKey } from '../../src/platform/secrets/audit-key.js';
import type { AuditIntent } from '../../src/core/audit/audit-entry.js';
import { testIntent } from '../support/audit-entries.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { TEST_SECRET } from '../support/services.js';

const LOG = '/api/v1/operator/audit-log';

interface Act {
  readonly number: number;
  readonly action: string;
  readonly state: string;
  readonly who: { readonly name: string | null };
  readonly on: { readonly names: readonly (string | null)[] } | null;
  readonly outcome: { readonly result: string } | null;
}

describe('operator API: the audit log', () => {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
    const key = await api.issueKey(['settle'], { name: 'Ana' });
    const stored = await api.connection.collection('operator_keys').findOne({ prefix: key.slice(0, 15) });
    const log = createAuditLog(api.connection, createAuditKey(TEST_SECRET));
    const applied = (changes: string[], over: Partial<AuditIntent> = {}): AuditIntent =>
      testIntent({ action: 'catalogue.apply', after: { version: 3, changes }, ...over });
    const intent = await log.append(
      applied(['offer summit changed: caps.day 100 → 50'], {
        who: { kind: 'operator_key', id: String(stored?.['id']) },
      }),
    );
    await log.append({
      ...testIntent({ action: 'catalogue.apply' }),
      phase: 'outcome',
      intent,
      result: 'done',
    });
    await log.append(applied(['offer summit-two added', 'buyer summit changed: name']));
    await log.append(
      testIntent({
        action: 'catalogue.pause',
        on: { kind: 'catalogue', ids: ['version 4', 'offer summit', String(stored?.['id'])] },
      }),
    );
    await log.append(testIntent());
  });
  after(() => api.close());
  const list = async (query = ''): Promise<{ acts: Act[]; next: unknown }> => {
    const { body } = await api.get(`${LOG}${query}`);
    return { acts: body['acts'] as Act[], next: body['next_before'] };
  };

  it('lists acts newest first, with names, outcomes, and what has none', async () => {
    const { acts, next } = await list();
    expect(acts.map(({ number }) => number)).to.deep.equal([5, 4, 3, 1]);
    expect(acts.at(-1)).to.deep.nested.include({
      'who.name': 'Ana',
      'outcome.result': 'done',
      state: 'ended',
    });
    expect(acts[0]).to.deep.include({ outcome: null, state: 'missing' });
    expect([acts[0]?.who.name, next]).to.deep.equal([null, null]);
    expect(acts[1]?.on?.names).to.deep.equal([null, null, 'Ana']);
  });

  it('goes on before a number', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=2&before=${String(first.next)}`);
    expect([first.next, second.acts.map(({ number }) => number), second.next]).to.deep.equal([
      4,
      [3, 1],
      null,
    ]);
  });

  it('tells who changed an entry of the catalogue, and no other with a similar name', async () => {
    const numbers = async (entry: string) =>
      (await list(`?entry=${encodeURIComponent(entry)}`)).acts.map(({ number }) => number);
    expect(await numbers('offer summit')).to.deep.equal([4, 1]);
    expect(await numbers('buyer summit')).to.deep.equal([3]);
    expect(await numbers('offer nothing')).to.deep.equal([]);
  });

  it('filters by action, by what it was on, and by time', async () => {
    expect((await list('?action=lead.settle')).acts).to.have.length(1);
    expect((await list('?on=3f0c')).acts.map(({ number }) => number)).to.deep.equal([5, 3, 1]);
    expect((await list('?from=2026-11-02T00:00:00Z')).acts).to.deep.equal([]);
  });
});
