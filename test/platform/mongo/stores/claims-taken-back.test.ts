import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import type { DuplicatePolicy } from '../../../../src/core/catalogue/types.js';
import type { ClaimStore } from '../../../../src/app/ports/claim-store.js';
import type { ClaimOwner } from '../../../../src/core/duplicates/claim-owner.js';
import { aClaimOwner, byOffer, claimsOf } from '../../../support/claims.js';
import { minute } from '../../../support/stored-records.js';

const DAY = 24 * 60;
const now = minute(0);

for (const kind of STORE_KINDS)
  describe(`claims that a call takes back, ${kind.name}`, () => {
    let stores: OpenStores;
    let claims: ClaimStore;
    before(async () => {
      stores = await kind.open();
      ({ claims } = stores);
    });
    after(() => stores.close());

    const { claim, heldBy } = claimsOf(() => claims);
    const { claim: claimLater } = claimsOf(() => claims, 2);

    /** What `me` held before, what meets it, and what must be left when the call is refused. */
    const again: readonly [string, Partial<ClaimOwner>, readonly number[], readonly number[]][] = [
      ['held nothing', {}, [], []],
      ['held all of them', {}, [0, 1], [0, 1]],
      ['held the one that is free', {}, [0], [0]],
      ['held the one that is taken', {}, [1], [1]],
      ['held them since before the window', { at: minute(-40 * DAY) }, [0, 1], [0, 1]],
      ['held them for a former buyer of the offer', { buyer: 'buyer-0' }, [0, 1], [0, 1]],
    ];
    for (const [what, over, before, after] of again)
      it(`a call that is refused takes back what it added and no more: the submission ${what}`, async () => {
        const keys = [`1st ${randomUUID()}`, `2nd ${randomUUID()}`];
        const who = [
          { kind: 'phone', key: keys[0]! },
          { kind: 'email', key: keys[1]! },
        ] as const;
        const mine = aClaimOwner('me', over);
        const held = who.filter((_, i) => before.includes(i));
        await claim(held, mine);
        // Sold to an offer that counts its own sales alone, so that it may stand beside the first.
        const other = aClaimOwner('other', { offer: 'offer-2', buyer: 'buyer-2' });
        expect((await claim([who[1]], other)).won).to.equal(true);
        const policy: DuplicatePolicy = { ...byOffer, scope: 'service' };
        for (const take of [claim, claimLater]) {
          const answer = await take(who, aClaimOwner('me', { at: minute(5) }), { policy });
          expect(answer).to.deep.equal({ won: false, owners: [other] });
          const left = await claims.owners(keys);
          const ofMe = keys.map(
            (key) => left.find((one) => one.key === key)?.owners.filter(({ lead }) => lead === 'me') ?? [],
          );
          expect(ofMe).to.deep.equal(keys.map((_key, i) => (after.includes(i) ? [mine] : [])));
        }
      });

    it('a worker that slept before its give-back takes nothing from the one that came after it', async () => {
      const phone = { kind: 'phone', key: `1st ${randomUUID()}` } as const;
      const email = { kind: 'email', key: `2nd ${randomUUID()}` } as const;
      await claim([email], aClaimOwner('other'));
      let won: boolean | undefined;
      // Asleep with the phone added and the email refused: the other gives back, and our next worker takes both.
      const request = { identities: [phone, email], policy: byOffer, owner: aClaimOwner('me'), now, run: 2 };
      const slept = await stores.takeAsleep(request, async () => {
        await claims.release([email.key], 'other', 1);
        won = (await claim([phone, email], aClaimOwner('me'))).won;
      });
      expect(slept.won).to.equal(false);
      expect(won).to.equal(true);
      expect(await heldBy([phone, email])).to.deep.equal([['me'], ['me']]);
    });
  });
