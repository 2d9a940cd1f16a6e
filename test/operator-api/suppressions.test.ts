import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import { testCatalogue } from '../support/catalogue.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const PATH = '/api/v1/operator/suppressions';
const EMAIL = { by: 'email', value: 'Ann@Example.com' };
const WHY = { why: 'Asked to stop' };

describe('operator API: the suppression list', () => {
  const catalogue: Catalogue = testCatalogue();
  const [buyer] = catalogue.buyers.values();
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi({}, catalogue);
  });
  after(() => api.close());
  const post = (path: string, body: object) => api.call('post', `${PATH}${path}`, { body });

  it('adds, finds, lists and removes; the audit log names nobody', async () => {
    const added = await post('', { ...EMAIL, ...WHY, buyer: buyer!.handle });
    expect(added.status).to.equal(200);
    const [entry] = added.body['entries'] as Record<string, unknown>[];
    expect(entry).to.deep.include({
      kind: 'email',
      scope: 'buyer',
      reason: 'Asked to stop',
      source: 'operator',
    });
    expect(entry!['party']).to.deep.include({ handle: buyer!.handle });
    const sha = createHash('sha256').update('ann@example.com').digest('hex');
    expect((await post('', { by: 'email', value: sha, ...WHY })).status).to.equal(200);
    const found = (await post('/find', EMAIL)).body['entries'] as Record<string, unknown>[];
    expect(found.map(({ scope }) => scope)).to.deep.equal(['all', 'buyer']);
    expect((await api.get(PATH)).body['entries']).to.have.length(2);
    expect((await post('/remove', { ...EMAIL, ...WHY })).body).to.include({ removed: 1 });
    const again = await post('/remove', { ...EMAIL, ...WHY });
    expect([again.status, again.body.field]).to.deep.equal([404, 'value']);
    const log = JSON.stringify(await api.connection.collection('audit_log').find({}).toArray());
    for (const name of ['suppression.add', 'suppression.find', 'suppression.remove'])
      expect(log).to.contain(name);
    for (const secret of ['ann@', sha, String(entry!['id'])])
      expect(log.toLowerCase()).to.not.contain(secret);
  });

  it('refuses what it cannot read', async () => {
    const cases: readonly (readonly [object, number, string])[] = [
      [{ by: 'email', value: 'nobody', ...WHY }, 400, 'email'],
      [{ by: 'phone', value: '+44 20 7946 0958', ...WHY }, 400, 'phone'],
      [{ by: 'phone', value: '6085550142.0', ...WHY }, 400, 'phone'],
      [{ by: 'name', value: 'Ann', ...WHY }, 400, 'by'],
      [{ ...EMAIL }, 400, 'why'],
      [{ ...EMAIL, ...WHY, buyer: 'nobody' }, 404, 'buyer'],
      [{ ...EMAIL, ...WHY, expires_at: '2020-01-01T00:00:00Z' }, 400, 'expires_at'],
    ];
    for (const [body, status, field] of cases) {
      const refused = await post('', body);
      expect([refused.status, refused.body.field], JSON.stringify(body)).to.deep.equal([status, field]);
    }
  });
});
