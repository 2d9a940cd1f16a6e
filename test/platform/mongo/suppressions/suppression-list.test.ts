import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createSuppressionStore } from '../../../../src/platform/mongo/suppressions/suppression-store.js';
import {
  suppressionId,
  type Suppression,
  type SuppressionScope,
} from '../../../../src/core/suppression/suppression.js';
import { beforeWrites } from '../../../support/before-commands.js';
import { migratedServices } from '../../../support/services.js';

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const NOBODY = { affiliate_id: 'a', buyer_ids: ['b'] };
const entry = (key: string, over: Partial<Suppression> = {}): Suppression => {
  const scope: SuppressionScope = over.scope ?? { of: 'all' };
  const rest = { kind: 'email', reason: 'Asked', source: 'desk', added_by: 'ann' } as const;
  return {
    id: suppressionId(key, scope),
    ...rest,
    scope,
    added_at: new Date('2026-11-21T17:00:00Z'),
    ...over,
  };
};

describe('the suppression list in MongoDB', () => {
  const services = migratedServices();
  let store: ReturnType<typeof createSuppressionStore>;
  const now = Date.parse('2026-11-21T17:00:00Z');

  before(async () => {
    store = createSuppressionStore(await services.migrated(), () => new Date(now));
  });
  after(() => services.close());

  it('finds an entry by its key and for whom it holds, replaces it, and removes it', async () => {
    const key = keyOf('one');
    const forBuyer = entry(key, { scope: { of: 'buyer', party_id: 'b' } });
    const ended = entry(keyOf('ended'), { expires_at: new Date(now) });
    await store.put([entry(key), forBuyer, ended]);
    await store.put([entry(key, { reason: 'Again' })]);
    expect(await store.under([key])).to.deep.equal([entry(key, { reason: 'Again' }), forBuyer]);
    expect(await store.find([key], NOBODY)).to.have.length(2);
    expect(await store.find([key], { ...NOBODY, buyer_ids: ['c'] })).to.have.length(1);
    expect(await store.find([keyOf('ended'), keyOf('nobody')], NOBODY)).to.deep.equal([]);
    expect(await store.remove([key, forBuyer.id, 'never'])).to.equal(2);
    expect(await store.find([key], NOBODY)).to.deep.equal([]);
    expect(await store.expire(new Date(now + 1))).to.equal(1);
  });

  it('keeps an entry that is renewed while the list ends what is over', async () => {
    const renewed = entry(keyOf('renewed'));
    await store.put([{ ...renewed, expires_at: new Date(now) }]);
    const asRenewed = beforeWrites(await services.connection(), () => store.put([renewed]));
    expect(await createSuppressionStore(asRenewed).expire(new Date(now + 1))).to.equal(0);
    expect(await store.under([renewed.id])).to.deep.equal([renewed]);
    await store.remove([renewed.id]);
  });

  it('lists the newest first', async () => {
    const all = [1, 2, 3].map((n) =>
      entry(keyOf(`page ${n}`), { added_at: new Date(now + (n > 1 ? 1 : 0)) }),
    );
    await store.put(all);
    expect(await store.list(2, new Date(now))).to.have.deep.members(all.slice(1));
    expect((await store.list(3, new Date(now))).at(-1)).to.deep.equal(all[0]);
  });

  it('ends one entry of a person and keeps the others', async () => {
    const key = keyOf('of several');
    const forBuyer = entry(key, { scope: { of: 'buyer', party_id: 'b' }, expires_at: new Date(now) });
    await store.put([entry(key), forBuyer]);
    expect(await store.expire(new Date(now + 1))).to.equal(1);
    expect(await store.under([key])).to.deep.equal([entry(key)]);
  });

  it('loses nothing when many add and remove under one key at once', async () => {
    const key = keyOf('many');
    const of = (n: number) => entry(key, { scope: { of: 'buyer', party_id: `b${n}` } });
    const all = Array.from({ length: 10 }, (_, n) => of(n));
    await store.put(all.slice(0, 3));
    await Promise.all([
      ...all.slice(3).map((one) => store.put([one])),
      ...all.slice(0, 3).map(({ id }) => store.remove([id])),
    ]);
    expect(await store.under([key])).to.deep.equal(all.slice(3));
  });

  it('leaves what holds longer when a list is put there again, and makes the rest longer', async () => {
    const ends = (year: number) => ({ expires_at: new Date(`${year}-01-01T00:00:00Z`) });
    const [revoked, longer, shorter, fresh] = ['revoked', 'longer', 'shorter', 'fresh'].map((one) =>
      keyOf(`for ${one}`),
    );
    const terms = { reason: 'Consent was revoked' };
    await store.put([
      { ...entry(revoked!), ...terms },
      { ...entry(longer!), ...terms, ...ends(2040) },
      { ...entry(shorter!), ...terms, ...ends(2030) },
    ]);
    const keys = [revoked!, longer!, shorter!, fresh!];
    await store.putAgain(keys.map((key) => ({ ...entry(key), reason: 'Of a list', ...ends(2035) })));
    const found = new Map((await store.under(keys)).map((one) => [one.id, one]));
    expect(
      keys.map((key) => [found.get(key)?.reason, found.get(key)?.expires_at?.getUTCFullYear()]),
    ).to.deep.equal([
      ['Consent was revoked', undefined],
      ['Consent was revoked', 2040],
      ['Of a list', 2035],
      ['Of a list', 2035],
    ]);
    await store.putAgain([{ ...entry(longer!), reason: 'For ever' }]);
    expect((await store.under([longer!]))[0]).to.not.have.property('expires_at');
  });

  it('leaves what another source put there its words, and removes only what a list of the source did', async () => {
    const own = ['own', 'short', 'listed', 'revoked'].map((one) => keyOf(`of ${one}`));
    const [asked, short, , revoked] = own;
    const until = { expires_at: new Date('2030-01-01T00:00:00Z') };
    await store.put([
      entry(asked!),
      { ...entry(short!), ...until },
      entry(revoked!, { source: 'a list', added_by: 'a list' }),
    ]);
    const list = (reason: string) => own.slice(0, 3).map((key) => entry(key, { source: 'a list', reason }));
    await store.putAgain(list('Once'));
    await store.putAgain(list('Twice'));
    const found = async () =>
      (await store.under(own))
        .map(({ id, source, reason, expires_at }) => [own.indexOf(id), source, reason, expires_at])
        .sort();
    expect(await found()).to.deep.equal([
      [0, 'desk', 'Asked', undefined],
      [1, 'desk', 'Asked', undefined],
      [2, 'a list', 'Twice', undefined],
      [3, 'a list', 'Asked', undefined],
    ]);
    expect(await store.removeOf('a list', own)).to.equal(1);
    expect((await found()).map(([at]) => at)).to.deep.equal([0, 1, 3]);
  });
});
