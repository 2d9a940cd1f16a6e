import { expect } from 'chai';
import type { BoundKey, BoundKeyStore } from '../../../../src/app/ports/bound-key-store.js';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import { minute } from '../../../support/stored-records.js';

const boundTo = (lead_id: string, key: string, over: Partial<BoundKey> = {}): BoundKey => ({
  ...{ affiliate_id: 'affiliate-1', key, lead_id, body_hash: 'h', at: minute(0) },
  ...over,
});

for (const kind of STORE_KINDS)
  describe(`bound key store ${kind.name}`, () => {
    let stores: OpenStores;
    let keys: BoundKeyStore;
    before(async () => {
      stores = await kind.open();
      keys = stores.boundKeys;
    });
    after(() => stores.close());

    it('a key of an affiliate is bound once, by one command', async () => {
      const bound = boundTo('one', 'colon: and §');
      const { names, result } = await stores.during(() => keys.bind(bound));
      expectCommands(names, ['insert']);
      expect(result).to.equal(null);
      const again = await stores.during(() => keys.bind(boundTo('two', 'colon: and §')));
      expectCommands(again.names, ['insert', 'find']);
      expect(again.result).to.deep.equal(bound);
      expect(await keys.read('affiliate-1', 'colon: and §')).to.deep.equal(bound);
      expect(await keys.bind({ ...bound, affiliate_id: 'affiliate-2' })).to.equal(null);
      expect(await keys.read('affiliate-3', 'colon: and §')).to.equal(null);
    });

    it('one of many who replace it does so', async () => {
      const earlier = boundTo('one', 'replaced');
      await keys.bind(boundTo('one', 'replaced'));
      const others = Array.from({ length: 10 }, (_one, n) =>
        boundTo(`other-${n}`, 'replaced', { at: minute(n + 1) }),
      );
      const did = await Promise.all(others.map((other) => keys.replace(earlier, other)));
      expect(did.filter(Boolean)).to.have.length(1);
      expect(await keys.read('affiliate-1', 'replaced')).to.deep.equal(others[did.indexOf(true)]);
      expect(await keys.replace(earlier, boundTo('late', 'replaced'))).to.equal(false);
    });

    it('a few at once, as a caller repeats in haste: one binds it, the others find it', async () => {
      for (let submission = 0; submission < 10; submission += 1) {
        const found = await Promise.all(
          ['a', 'b', 'c'].map((lead) => keys.bind(boundTo(lead, `haste-${submission}`))),
        );
        const others = found.filter((one) => one !== null);
        expect(others).to.have.length(2);
        expect(new Set(others.map(({ lead_id }) => lead_id)).size).to.equal(1);
      }
    });

    it('is gone when it has expired', async () => {
      await keys.bind(boundTo('one', 'old', { at: minute(-60) }));
      await keys.bind(boundTo('one', 'young', { at: minute(-59) }));
      await keys.expire(minute(-59));
      expect(await keys.read('affiliate-1', 'old')).to.equal(null);
      expect(await keys.read('affiliate-1', 'young')).not.to.equal(null);
    });
  });
