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
      it(`a call that is refused takes back what it added and no more: the round ${what}`, async () => {
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
          expect(answer).to.deep.equal({ won: false, holders: [other] });
          const left = await claims.owners(keys);
          const ofMe = keys.map(
            (key) => left.find((one) => one.key === key)?.holders.filter(({ lead }) => lead === 'me') ?? [],
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
      const request = { identities: [phone, email], policy: byOffer, owner: aClaimOwner('me'), now };
      const slept = await stores.takeAsleep(request, async () => {
        await claims.release([email.key], 'other', 1);
        won = (await claim([phone, email], aClaimOwner('me'))).won;
      });
      expect(slept.won).to.equal(false);
      expect(won).to.equal(true);
      expect(await heldBy([phone, email])).to.deep.equal([['me'], ['me']]);
    });

    // Processes of the former build run beside: what they write and take back, in their own words.
    if (kind.name === 'in MongoDB')
      describe('beside the former build', () => {
        const documents = () => stores.connection!.collection<{ _id: string; holders: object[] }>('claims');
        const formerTakes = (key: string, by: ClaimOwner, taken_by: string) =>
          documents().updateOne(
            { _id: key },
            [
              {
                $set: {
                  holders: {
                    $concatArrays: [
                      {
                        $filter: {
                          input: { $ifNull: ['$holders', []] },
                          as: 'held',
                          cond: { $ne: ['$$held.lead', by.lead] },
                        },
                      },
                      [{ ...by, taken_by }],
                    ],
                  },
                },
              },
            ],
            { upsert: true },
          );
        const formerTakesBack = (key: string, lead: string, taken_by: string) =>
          documents().updateMany({ _id: key }, { $pull: { holders: { lead, taken_by } } });

        it('a call of it that slept takes nothing from one of ours that came after it', async () => {
          const one = { kind: 'email' as const, key: randomUUID() };
          await formerTakes(one.key, aClaimOwner('me'), 'former');
          expect((await claim([one], aClaimOwner('me'))).won).to.equal(true);
          await formerTakesBack(one.key, 'me', 'former');
          expect(await heldBy([one])).to.deep.equal([['me']]);
        });

        it('one of ours that is refused leaves what it held, and what it took meanwhile', async () => {
          const keys = [1, 2, 3].map((n) => `${n} ${randomUUID()}`);
          const [first, second] = keys;
          const who = keys.map((key) => ({ kind: 'email' as const, key }));
          await formerTakes(first!, aClaimOwner('me'), 'former');
          await claim([who[2]!], aClaimOwner('other'));
          const request = { identities: who, policy: byOffer, owner: aClaimOwner('me'), now };
          const answer = await stores.takeAsleep(request, async () => {
            await formerTakes(second!, aClaimOwner('me'), 'former again');
          });
          expect(answer.won).to.equal(false);
          expect(await heldBy(who)).to.deep.equal([['me'], ['me'], ['other']]);
        });
      });
  });
