import { expect } from 'chai';
import { hashKey } from '../../../../src/core/keys/key-format.js';
import { checkKeyFormat } from '../../../../src/core/keys/api-key.js';
import { createKeyStore } from '../../../../src/platform/mongo/keys/key-store.js';
import { type KeyGrant, type KeyStore } from '../../../../src/app/ports/key-store.js';
import { privateServices } from '../../../support/services.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const inHours = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
const GRANT: KeyGrant = {
  affiliate_id: 'A',
  is_test: true,
  operations: ['search', 'results'],
  limits: { search: { per_minute: 600, burst: 50 } },
};

describe('API keys in MongoDB', () => {
  const services = privateServices();
  let keys: KeyStore;

  before(async () => {
    keys = createKeyStore(await services.connection());
  });
  after(() => services.close());

  it('stores the hash and the first 20 characters, never the key', async () => {
    const { key, record } = await keys.issue(GRANT, NOW);
    expect(checkKeyFormat(key)).to.equal('test');
    const stored = await (await services.connection()).collection('api_keys').find({}).toArray();
    expect(JSON.stringify(stored)).to.contain(key.slice(0, 20));
    expect(JSON.stringify(stored)).to.not.contain(key.slice(20));
    expect(await keys.findByHash(hashKey(key))).to.deep.equal(record);
    expect(record).to.deep.include({ ...GRANT, created_at: NOW });
    expect(await keys.findByHash(hashKey(`${key}x`))).to.equal(null);
  });

  it('finds keys by how they begin', async () => {
    const { key, record } = await keys.issue(GRANT, NOW);
    expect(await keys.findByPrefix(key.slice(0, 20))).to.deep.equal([record]);
    expect(await keys.findByPrefix('svc_test_')).to.have.length((await keys.list()).length);
    expect(await keys.findByPrefix('svc_live_000')).to.deep.equal([]);
  });

  it('rotates: the new key is like the old one, which ends after the overlap', async () => {
    const { key, record } = await keys.issue({ ...GRANT, expires_at: inHours(100) }, NOW);
    const issued = await keys.rotate(record, inHours(26), inHours(2));
    expect(issued?.record).to.deep.include({ ...GRANT, expires_at: inHours(102) });
    expect(await keys.findByHash(hashKey(key))).to.deep.include({
      expires_at: inHours(26),
      replaced_by: issued?.record.prefix,
    });
  });

  it('notes the newest use, which a key in its place does not have', async () => {
    const { record } = await keys.issue(GRANT, NOW);
    for (const hour of [1, 3, 2]) await keys.noteUse(record.id, inHours(hour));
    const [used] = await keys.findByPrefix(record.prefix);
    expect(used?.used_at).to.deep.equal(inHours(3));
    expect((await keys.rotate(used ?? record, inHours(9), inHours(4)))?.record).to.not.have.property(
      'used_at',
    );
  });

  it('never lengthens the old key’s life', async () => {
    const { key, record } = await keys.issue({ ...GRANT, expires_at: inHours(1) }, NOW);
    await keys.rotate(record, inHours(24), NOW);
    expect((await keys.findByHash(hashKey(key)))?.expires_at).to.deep.equal(inHours(1));
  });

  it('rotates once, however many try at once', async () => {
    const { record } = await keys.issue(GRANT, NOW);
    const before = (await keys.list()).length;
    const results = await Promise.all(Array.from({ length: 4 }, () => keys.rotate(record, inHours(1), NOW)));
    expect(results.filter((result) => result !== null)).to.have.length(1);
    expect(await keys.list()).to.have.length(before + 1);
  });

  it('revokes once and for ever', async () => {
    const { key, record } = await keys.issue(GRANT, NOW);
    expect(await keys.revoke(record.id, NOW)).to.equal(true);
    expect(await keys.revoke(record.id, inHours(1))).to.equal(false);
    expect((await keys.findByHash(hashKey(key)))?.revoked_at).to.deep.equal(NOW);
    expect(await keys.rotate(record, inHours(1), NOW)).to.equal(null);
  });
});
