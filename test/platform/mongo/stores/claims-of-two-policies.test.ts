import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { IdentityKind } from '../../../../src/core/catalogue/types.js';
import type { ClaimRequest } from '../../../../src/app/ports/claim-store.js';
import { STORE_KINDS, type OpenStores } from '../../../support/store-kinds.js';
import { minute } from '../../../support/stored-records.js';

const now = minute(0);
type Kinds = readonly IdentityKind[];

for (const kind of STORE_KINDS)
  describe(`claims under two policies at once, ${kind.name}`, () => {
    let stores: OpenStores;
    before(async () => (stores = await kind.open()));
    after(() => stores.close());

    /** Where one kind decides for each, either order of the two would refuse the second. */
    const pairs: readonly (readonly [Kinds, Kinds])[] = [
      [['email'], ['phone']],
      [['email', 'name_address'], ['phone']],
      [
        ['email', 'phone'],
        ['phone', 'name_address'],
      ],
      [['email'], ['email']],
    ];
    const runs = pairs.flatMap((pair) => [1, 2].map((run) => [...pair, run] as const));
    for (const [one, other, run] of runs)
      it(`by ${one.join(', ')} and by ${other.join(', ')}, run ${run}: at most one of one person passes`, async () => {
        for (let submission = 0; submission < 4; submission += 1) {
          const identities = (['email', 'phone', 'name_address'] as const).map((name) => ({
            kind: name,
            key: randomUUID(),
          }));
          const requests = [one, other].map((match, i): ClaimRequest => ({
            identities: i === 0 ? identities : [...identities].reverse(),
            policy: { match, window_days: 30, scope: 'service' },
            owner: {
              ...{
                lead: `lead ${i}`,
                affiliate: 'a',
                submission: 1,
                offer: `offer ${i}`,
                buyer: 'b',
                at: now,
              },
            },
            ...{ now, run },
          }));
          const taken = await stores.takeByKey(requests, () => sleep(Math.random() * 4));
          expect(taken.filter(({ won }) => won)).to.have.length.below(2);
          const winner = taken.findIndex(({ won }) => won);
          const held = await stores.claims.owners(identities.map(({ key }) => key));
          const owners = held.flatMap((claim) => claim.owners.map(({ lead }) => lead));
          expect(owners).to.deep.equal(winner < 0 ? [] : Array(3).fill(`lead ${winner}`));
        }
      });
  });
