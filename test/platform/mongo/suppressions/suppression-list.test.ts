import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OutageError } from '../../../../src/app/outage.js';
import type { SuppressionLog } from '../../../../src/app/ports/suppression-log.js';
import { createSuppressionCache } from '../../../../src/platform/mongo/suppressions/suppression-cache.js';
import { createSuppressionLog } from '../../../../src/platform/mongo/suppressions/suppression-log.js';
import { createSuppressionStore } from '../../../../src/platform/mongo/suppressions/suppression-store.js';
import { fingerprintOf } from '../../../../src/core/suppression/filter.js';
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
  let log: SuppressionLog;
  let store: ReturnType<typeof createSuppressionStore>;
  let now = Date.parse('2026-11-21T17:00:00Z');
  const clock = () => new Date(now);
  const cacheOf = (from: Pick<SuppressionLog, 'after'> = log) =>
    createSuppressionCache(from, store, { refreshMs: 2_000, clock });

  before(async () => {
    const connection = await services.migrated();
    log = createSuppressionLog(connection);
    store = createSuppressionStore(connection, log);
  });
  after(() => services.close());

  async function chunks(): Promise<number[]> {
    const found = (await services.connection()).collection<{ _id: number; count: number }>('suppression_log');
    return (await found.find().sort({ _id: 1 }).toArray()).map(({ count }) => count);
  }

  it('finds an entry by its key and for whom it holds, replaces it, and removes it', async () => {
    const key = keyOf('one');
    const forBuyer = entry(key, { scope: { of: 'buyer', party_id: 'b' } });
    const ended = entry(keyOf('ended'), { expires_at: new Date(now) });
    await store.put([entry(key), forBuyer, ended]);
    await store.put([entry(key, { reason: 'Again' })]);
    expect(await store.under([key])).to.deep.equal([entry(key, { reason: 'Again' }), forBuyer]);
    const cache = cacheOf();
    expect(await cache.find([key], NOBODY)).to.have.length(2);
    expect(await cache.find([key], { ...NOBODY, buyer_ids: ['c'] })).to.have.length(1);
    expect(await cache.find([keyOf('ended'), keyOf('nobody')], NOBODY)).to.deep.equal([]);
    expect(await store.remove([key, forBuyer.id, 'never'])).to.equal(2);
    expect(await cache.find([key], NOBODY)).to.deep.equal([]);
    expect(await store.expire(new Date(now + 1))).to.equal(1);
  });

  it('keeps an entry that is renewed while the list ends what is over', async () => {
    const renewed = entry(keyOf('renewed'));
    await store.put([{ ...renewed, expires_at: new Date(now) }]);
    const asRenewed = beforeWrites(await services.connection(), () => store.put([renewed]));
    expect(await createSuppressionStore(asRenewed, log).expire(new Date(now + 1))).to.equal(0);
    expect(await store.byId([renewed.id])).to.deep.equal([renewed]);
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

  it('costs no command for a person whom the filter does not have, and one otherwise', async () => {
    const key = keyOf('counted');
    await store.put([entry(key)]);
    const cache = cacheOf();
    await cache.load();
    const commands: string[] = [];
    const note = ({ commandName }: { readonly commandName: string }) => void commands.push(commandName);
    const client = (await services.connection()).getClient();
    client.on('commandStarted', note);
    await cache.find(
      Array.from({ length: 20 }, () => keyOf(randomUUID())),
      NOBODY,
    );
    expect(commands).to.deep.equal([]);
    await cache.find([key], NOBODY);
    client.off('commandStarted', note);
    expect(commands).to.deep.equal(['find']);
  });

  it('is in force in a process that had read it before, within its time', async () => {
    const cache = cacheOf();
    const key = keyOf('later');
    expect(await cache.find([key], NOBODY)).to.deep.equal([]);
    await store.put([entry(key)]);
    expect(await cache.find([key], NOBODY), 'not yet').to.deep.equal([]);
    now += 4_000;
    expect(await cache.find([key], NOBODY)).to.have.length(1);
  });

  it('nothing is sold by a filter that is too old, and the process says so', async () => {
    let isAway = true;
    const away = {
      after: (number: number) =>
        isAway ? Promise.reject(new OutageError('MongoDB', new Error())) : log.after(number),
    };
    const cache = cacheOf(away);
    expect(await cache.whyNotCurrent()).to.contain('was not read yet, and nothing is sold');
    const failed = await cache.find([], NOBODY).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(OutageError);
    isAway = false;
    expect(await cache.whyNotCurrent()).to.equal(undefined);
    isAway = true;
    now += 7_000;
    expect(await cache.whyNotCurrent()).to.contain('last read 7 s ago, and nothing is sold');
    expect(await cache.find([], NOBODY).catch((error: unknown) => error)).to.be.instanceOf(OutageError);
  });

  it('many who add at once lose nothing, and neither does a reader of chunks that are joined meanwhile', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => keyOf(`many ${n}`));
    const [behind, half] = [cacheOf(), cacheOf()];
    await half.load();
    await Promise.all(keys.slice(0, 20).map((key) => store.put([entry(key)])));
    await half.load();
    await Promise.all(keys.slice(20).map((key) => store.put([entry(key)])));
    const before = (await chunks()).length;
    const [one, other] = await Promise.all([log.join(), log.join()]);
    expect(one + other).to.be.greaterThan(30);
    expect(await chunks()).to.have.length(before - one - other);
    await Promise.all([behind.load(), half.load()]);
    for (const cache of [behind, half, cacheOf()]) {
      await cache.load();
      expect(keys.filter((key) => !cache.maybe(key))).to.deep.equal([]);
    }
    // The next number is still one that no reader has read.
    await log.append([fingerprintOf(keyOf('after'))]);
    await half.load();
    expect(half.maybe(keyOf('after'))).to.equal(true);
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

  it('stores no fingerprint again of an entry that is there, and that of one that was removed', async () => {
    const entries = Array.from({ length: 500 }, (_, n) => entry(keyOf(`again ${n}`)));
    await store.putAgain(entries);
    const before = await chunks();
    await store.putAgain(entries.map((one) => ({ ...one, reason: 'Twice' })));
    expect(await chunks()).to.deep.equal(before);
    expect((await store.under([entries[7]!.id]))[0]?.reason).to.equal('Twice');
    await store.remove([entries[7]!.id]);
    await store.putAgain(entries);
    expect(await chunks()).to.deep.equal([...before, 1]);
  });
});
