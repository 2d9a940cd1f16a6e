import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import type { DuplicatePolicy } from '../../../../src/core/catalogue/types.js';
import type { ClaimStore } from '../../../../src/app/ports/claim-store.js';
import type { ClaimedIdentity, ClaimOwner } from '../../../../src/core/duplicates/claim-owner.js';
import type { IdentityKey } from '../../../../src/core/search/search-record.js';
import { aClaimOwner, byOffer, claimsOf } from '../../../support/claims.js';
import { minute } from '../../../support/stored-records.js';

const DAY = 24 * 60;

for (const kind of STORE_KINDS)
  describe(`claim store ${kind.name}`, () => {
    let stores: OpenStores;
    let claims: ClaimStore;
    before(async () => {
      stores = await kind.open();
      ({ claims } = stores);
    });
    after(() => stores.close());

    /** A person nobody has seen yet. */
    const person = (): IdentityKey[] => [
      { kind: 'phone', key: `phone ${randomUUID()}` },
      { kind: 'email', key: `email ${randomUUID()}` },
      { kind: 'name_address', key: `name ${randomUUID()}` },
    ];
    const { claim, heldBy } = claimsOf(() => claims);

    it('takes all kinds in one command', async () => {
      const who = person();
      const { names, result } = await stores.during(() => claim(who, aClaimOwner('a')));
      expectCommands(names, ['insert']);
      expect(result).to.deep.equal({ won: true });
      const { names: reads, result: held } = await stores.during(() =>
        claims.owners(who.map(({ key }) => key)),
      );
      expectCommands(reads, ['find']);
      expect(held.map(({ owners }) => owners)).to.deep.equal([
        [aClaimOwner('a')],
        [aClaimOwner('a')],
        [aClaimOwner('a')],
      ]);
    });

    it('takes claims that others have but are not in the way with one command more, however many are new', async () => {
      const who = person();
      await claim(who.slice(0, 1), aClaimOwner('first', { offer: 'offer-2' }));
      const { names, result } = await stores.during(() => claim(who, aClaimOwner('second')));
      expectCommands(names, ['insert', 'update']);
      expect(result).to.deep.equal({ won: true });
      expect(await heldBy(who)).to.deep.equal([['first', 'second'], ['second'], ['second']]);
    });

    it('a lead without identities has nothing to take', async () => {
      expect(await claim([], aClaimOwner('a'))).to.deep.equal({ won: true });
      expect(await claims.owners([])).to.deep.equal([]);
    });

    const cases: readonly [string, Partial<ClaimOwner>, Partial<DuplicatePolicy>, boolean][] = [
      ['another lead of the offer', {}, {}, false],
      ['another offer of the buyer, by offer', { offer: 'offer-2' }, {}, true],
      ['another offer of the buyer, by buyer', { offer: 'offer-2' }, { scope: 'buyer' }, false],
      ['another buyer, by buyer', { offer: 'offer-2', buyer: 'buyer-2' }, { scope: 'buyer' }, true],
      ['another buyer, by service', { offer: 'offer-2', buyer: 'buyer-2' }, { scope: 'service' }, false],
    ];
    for (const [what, over, policy, won] of cases)
      it(`${what}: ${won ? 'no duplicate' : 'duplicate'}`, async () => {
        const who = person();
        await claim(who, aClaimOwner('first', over));
        const answer = await claim(who, aClaimOwner('second'), { policy: { ...byOffer, ...policy } });
        const first = aClaimOwner('first', over);
        expect(answer).to.deep.equal(won ? { won: true } : { won: false, owners: [first, first] });
        expect(await heldBy(who)).to.deep.equal(Array(3).fill(won ? ['first', 'second'] : ['first']));
      });

    const ages: readonly [string, Partial<ClaimOwner>, Partial<DuplicatePolicy>, boolean][] = [
      ['just inside the window', { at: minute(-30 * DAY + 1) }, {}, false],
      ['just outside the window', { at: minute(-30 * DAY) }, {}, true],
      ['outside a shorter window', { at: minute(-2 * DAY) }, { window_days: 1 }, true],
      ['outside, of another offer', { at: minute(-40 * DAY), offer: 'offer-2' }, { scope: 'service' }, true],
    ];
    for (const [what, over, policy, old] of ages)
      it(`${what}: in the way${old ? ' until its lead is over' : ' though its lead is over'}`, async () => {
        const who = person();
        const first = aClaimOwner('first', over);
        await claim(who, first);
        const ask = (leads?: readonly string[]) =>
          claim(who, aClaimOwner('second'), {
            policy: { ...byOffer, ...policy },
            ...(leads && { over: leads }),
          });
        const refused = { won: false, owners: [first, first] };
        expect(await ask()).to.deep.equal(refused);
        expect(await ask(['another'])).to.deep.equal(refused);
        expect(await heldBy(who)).to.deep.equal(Array(3).fill(['first']));
        expect(await ask(['first'])).to.deep.equal(old ? { won: true } : refused);
      });

    it('a young owner is in the way beside an old one whose lead is over', async () => {
      const who = person();
      await claim(who, aClaimOwner('old', { at: minute(-40 * DAY) }));
      expect((await claim(who, aClaimOwner('young'), { over: ['old'] })).won).to.equal(true);
      const answer = await claim(who, aClaimOwner('third'), { over: ['old', 'young'] });
      expect(answer).to.deep.equal({ won: false, owners: [aClaimOwner('young'), aClaimOwner('young')] });
    });

    it('one shared identity of those that match is enough, and what was added is taken back', async () => {
      const first = person();
      await claim(first, aClaimOwner('first'));
      const second = [...person().slice(0, 1), ...first.slice(1, 2)];
      expect(await claim(second, aClaimOwner('second'))).to.deep.equal({
        won: false,
        owners: [aClaimOwner('first')],
      });
      expect(await heldBy(second)).to.deep.equal([[], ['first']]);
    });

    it('a kind that the policy does not match on is recorded and never in the way', async () => {
      const [, , name] = person();
      const first = [...person().slice(0, 2), name!];
      const second = [...person().slice(0, 2), name!];
      await claim(first, aClaimOwner('first'));
      expect(await claim(second, aClaimOwner('second'))).to.deep.equal({ won: true });
      expect(await heldBy([name!])).to.deep.equal([['first', 'second']]);
      const byName = { ...byOffer, match: ['name_address'] } as const;
      const third = await claim([...person().slice(0, 2), name!], aClaimOwner('third'), { policy: byName });
      expect(third.won).to.equal(false);
    });

    it('the same lead and submission again is won again and stays one owner', async () => {
      const who = person();
      await claim(who, aClaimOwner('a'));
      expect(await claim(who, aClaimOwner('a', { at: minute(1) }))).to.deep.equal({ won: true });
      expect(await heldBy(who)).to.deep.equal([['a'], ['a'], ['a']]);
    });

    it('an offer that changed its buyer between two calls holds for both, and gives both back', async () => {
      const who = person();
      const keys = who.map(({ key }) => key);
      await claim(who, aClaimOwner('a'));
      await claim(who, aClaimOwner('a', { buyer: 'buyer-2' }));
      const [held] = await claims.owners(keys);
      expect(held?.owners).to.deep.equal([aClaimOwner('a'), aClaimOwner('a', { buyer: 'buyer-2' })]);
      await claims.renew(keys, 'a', 1, minute(7));
      const [moved] = await claims.owners(keys);
      expect(moved?.owners.map(({ at }) => at)).to.deep.equal([minute(7), minute(7)]);
      await claims.release(keys, 'a', 1);
      expect(await claims.owners(keys)).to.deep.equal([]);
    });

    it('a next submission of the same lead is beside the old one until that is given back', async () => {
      const who = person();
      const keys = who.map(({ key }) => key);
      await claim(who, aClaimOwner('a'));
      expect(await claim(who, aClaimOwner('a', { submission: 2 }))).to.deep.equal({ won: true });
      for (const _ of [1, 2]) await claims.release(keys, 'a', 1);
      const [held] = await claims.owners(keys);
      expect(held?.owners).to.deep.equal([aClaimOwner('a', { submission: 2 })]);
    });

    it('restamps from the acceptance on', async () => {
      const who = person();
      const keys = who.map(({ key }) => key);
      await claim(who, aClaimOwner('b', { offer: 'offer-2' }));
      await claim(who, aClaimOwner('a'));
      const { names } = await stores.during(() => claims.renew(keys, 'a', 1, minute(5)));
      expectCommands(names, ['update']);
      const [held] = await claims.owners(keys);
      expect(held?.owners).to.deep.equal([
        aClaimOwner('b', { offer: 'offer-2' }),
        aClaimOwner('a', { at: minute(5) }),
      ]);
    });

    it('expires old owners of leads that are over, and leaves nothing of claims that nobody holds', async () => {
      const [old, mixed, undecided, empty] = [person(), person(), person(), person()];
      const at = minute(-100 * DAY);
      const before = minute(-90 * DAY);
      await claim(old, aClaimOwner('old', { at }));
      await claim(mixed, aClaimOwner('old', { at }));
      await claim(mixed, aClaimOwner('new'), { over: ['old'] });
      await claim(undecided, aClaimOwner('undecided', { at }));
      await claim(empty, aClaimOwner('gone'));
      const keysOf = (...of: readonly IdentityKey[][]) => of.flat().map(({ key }) => key);
      await claims.release(keysOf(empty), 'gone', 1);
      const found: ClaimedIdentity[] = [];
      for await (const claimed of claims.old(before)) found.push(claimed);
      expect(found.map(({ key }) => key)).to.have.members(keysOf(old, mixed, undecided));
      const keys = keysOf(old, mixed, undecided);
      expect(await claims.expire(keys, before, ['old', 'new'])).to.equal(6);
      expect(await claims.expire(keys, before, ['old', 'new'])).to.equal(0);
      expect(await heldBy(mixed)).to.deep.equal(Array(3).fill(['new']));
      expect(await heldBy(undecided)).to.deep.equal(Array(3).fill(['undecided']));
      const left = keysOf(old, empty);
      expect(await claims.owners(left)).to.deep.equal([]);
      const documents = stores.connection?.collection<{ _id: string }>('claims');
      expect((await documents?.countDocuments({ _id: { $in: left } })) ?? 0).to.equal(0);
      await claims.release(keysOf(mixed, undecided), 'undecided', 1);
    });

    it('24 contenders at once: exactly one winner, 4 rounds', async () => {
      for (let submission = 0; submission < 4; submission += 1) {
        const who = person();
        const taken = await Promise.all(
          Array.from({ length: 24 }, (_, i) => claim(who, aClaimOwner(`lead ${i}`))),
        );
        const winners = taken.flatMap(({ won }, i) => (won ? [`lead ${i}`] : []));
        expect(winners).to.have.length(1);
        expect(await heldBy(who)).to.deep.equal([winners, winners, winners]);
      }
    });

    it('24 leads for 24 offers at once: nobody is in anybody’s way', async () => {
      for (let submission = 0; submission < 2; submission += 1) {
        const who = person();
        const leads = Array.from({ length: 24 }, (_, i) => aClaimOwner(`lead ${i}`, { offer: `offer ${i}` }));
        const taken = await Promise.all(leads.map((lead) => claim(who, lead)));
        expect(taken.every(({ won }) => won)).to.equal(true);
        for (const held of await heldBy(who)) expect(held).to.have.members(leads.map(({ lead }) => lead));
      }
    });

    it('chains of shared identities at once: no key is ever held twice', async () => {
      for (let submission = 0; submission < 2; submission += 1) {
        const keys = Array.from({ length: 12 }, () => person()[0]!);
        const pairs = keys.map((key, i) => [key, { ...keys[(i + 1) % 12]!, kind: 'email' as const }]);
        const taken = await Promise.all(pairs.map((pair, i) => claim(pair, aClaimOwner(`lead ${i}`))));
        const winners = taken.flatMap(({ won }, i) => (won ? [`lead ${i}`] : []));
        const held = (await heldBy(keys)).flat();
        expect(held).to.have.members(winners.flatMap((lead) => [lead, lead]));
        expect(winners).not.to.have.length(0);
      }
    });
  });
