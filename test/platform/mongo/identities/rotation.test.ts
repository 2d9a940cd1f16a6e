import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { Identities } from '../../../../src/app/ports/identities.js';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import type { Suppression } from '../../../../src/core/suppression/suppression.js';
import { trackingKeys } from '../../../../src/core/lead/tracking-keys.js';
import { levelsOf, openSecrets } from '../../../../src/platform/mongo/identities/open-secrets.js';
import { rotate } from '../../../../src/platform/mongo/identities/rotate-identity-secret.js';
import { beginRotation, readSecrets } from '../../../../src/platform/mongo/identities/stored-secrets.js';
import { createErasureStore } from '../../../../src/platform/mongo/person/erasure-store.js';
import { createClaimStore } from '../../../../src/platform/mongo/stores/claim-store.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { createSuppressionStore } from '../../../../src/platform/mongo/suppressions/suppression-store.js';
import { createIdentities } from '../../../../src/platform/secrets/identity-secret.js';
import { identitySecret, type SecretsInForce } from '../../../../src/platform/secrets/secrets-in-force.js';
import { aClaimOwner, claimsOf } from '../../../support/claims.js';
import { secretLevelOf } from '../../../../src/core/lead/key-level.js';
import { beforeWrites } from '../../../support/before-commands.js';
import { migratedServices, TEST_SECRET } from '../../../support/services.js';
import { aLead } from '../../../support/stored-records.js';

const NEWER = [
  'the second secret of these tests, long enough',
  'the third secret of these tests, long enough',
];
const SECRETS = [TEST_SECRET, ...NEWER].map(identitySecret);

/** How a process hashes that has read that a rotation is there. */
const viewOf = (secrets: number, phase: 'settled' | 'both' | 'new'): Identities => {
  const known = SECRETS.slice(0, secrets);
  const force: SecretsInForce = {
    ...levelsOf({ checks: known.map(({ check }) => check), phase }),
    ...{ secrets: known, ended: [] },
  };
  return createIdentities(TEST_SECRET, () => force);
};
const formsOf = (who: string) =>
  (['email', 'phone'] as const).map((kind) => ({
    kind,
    hex: createHash('sha256').update(`${kind} ${who}`).digest('hex'),
  }));

describe('rotating IDENTITY_SECRET', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const leads = () => createLeadStore(connection);
  const suppressions = () => createSuppressionStore(connection);
  const { claim, heldBy } = claimsOf(() => createClaimStore(connection));
  const begin = async (level: number): Promise<void> => {
    const stored = await readSecrets(connection);
    if (stored?.phase === 'settled') await beginRotation(connection, stored, SECRETS[level]?.check ?? '');
  };
  const rotation = (level: number, on = connection) =>
    rotate({
      ...{ connection: on, secrets: SECRETS.slice(0, level + 1), settle: () => Promise.resolve() },
      now: () => new Date('2026-11-22T12:00:00Z'),
    });

  /** As a worker takes and sells a lead that some web process stored. */
  const sell = async (web: Identities, worker: Identities, who: string, lead: string): Promise<boolean> => {
    const identities = worker.withCurrentHashes(web.keysOf(formsOf(who)));
    return (await claim(identities, aClaimOwner(lead))).won;
  };

  async function rotateWhileSelling(level: number): Promise<void> {
    const before = viewOf(level, 'settled');
    const sold = new Set<string>();
    let fresh: string[] = [];
    let [n, steps] = [0, 0];
    const sellAll = async (views: readonly Identities[]): Promise<void> => {
      // Who was sold since the last step is tried again. Of all others, it is looked up what refuses that.
      for (const view of views) {
        for (const who of fresh)
          expect(await sell(view, view, who, `again ${(n += 1)}`), `${who} was sold twice`).to.equal(false);
        const keys = new Map([...sold].map((who) => [who, view.keysOf(formsOf(who)).map(({ key }) => key)]));
        const held = await createClaimStore(connection).owners([...keys.values()].flat());
        const found = new Set(held.map(({ key }) => key));
        for (const [who, own] of keys)
          expect(
            own.some((key) => found.has(key)),
            who,
          ).to.equal(true);
      }
      fresh = [];
      const stored = views.flatMap((web) => views.map((worker) => [web, worker] as const));
      // What was stored before the rotation is sold now.
      const pairs = [...stored, ...views.map((worker) => [before, worker] as const)];
      for (const [i, first] of pairs.entries())
        for (const second of pairs.slice(i)) {
          // In the second rotation the others go first.
          const [one, other] = level === 1 ? [first, second] : [second, first];
          const who = `person ${level} ${(n += 1)}`;
          const both = await Promise.all([sell(...one, who, `${who} a`), sell(...other, who, `${who} b`)]);
          expect(both.filter(Boolean), `${who} at step ${steps}`).to.have.length.at.most(1);
          if (!both.includes(true)) expect(await sell(...one, who, `${who} c`)).to.equal(true);
          sold.add(who);
          fresh.push(who);
        }
    };
    await sellAll([before]);
    await begin(level);
    // Each run is stopped after one step.
    for (let isOver = false; !isOver;) {
      for await (const { step, phase } of rotation(level)) {
        steps += 1;
        const now = viewOf(level + 1, phase);
        const late = phase === 'both' ? before : viewOf(level + 1, 'both');
        // While a rotation waits, some processes have not read its phase.
        if (step === 'wait' && steps < 3) await sellAll([late, now]);
        else if (step === 'wait') await sellAll([now]);
        else {
          await sellAll([now]);
          break;
        }
      }
      isOver = (await readSecrets(connection))?.phase === 'settled';
    }
    await sellAll([viewOf(level + 1, 'settled')]);
  }

  it('sells nobody twice, whatever each process has read, twice in a row', async () => {
    await rotateWhileSelling(1);
    await rotateWhileSelling(2);
    expect(await connection.collection('claims').countDocuments({ copied_from: { $exists: true } })).to.equal(
      0,
    );
    expect((await readSecrets(connection))?.ended).to.have.length(2);
  });

  it('raises what was stored: found, suppressed, released and equal as before', async () => {
    await connection.collection('identity_secrets').deleteMany({});
    await connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'schema' }, { $set: { identity_fingerprint: SECRETS[0]?.check } });
    await connection.collection('claims').deleteMany({});
    const first = viewOf(1, 'settled');
    const identities = first.keysOf(formsOf('ada'));
    const keys = identities.map(({ key }) => key);
    const lead: LeadRecord = aLead({
      ...{
        identities,
        all_identities: identities,
        suppression_keys: [first.keyedHash('domain')],
        data_hash: first.keyedHash('data'),
      },
      tracking_keys: trackingKeys({ ip_address: '', gclid: 'click', subid: 'spring' }, first.hashesOf),
      idempotency: [{ key: 'k', body_hash: first.keyedHash('body'), at: new Date('2026-11-22T11:00:00Z') }],
    });
    await leads().insert(lead);
    const evidence = connection.collection<{ identities: typeof identities }>('consent_evidence');
    await evidence.insertOne({ _id: `${lead.id}:1`, lead_id: lead.id, identities } as never);
    await claim(identities, aClaimOwner(lead.id));
    const entry: Omit<Suppression, 'id'> = {
      ...{
        kind: 'email' as const,
        scope: { of: 'affiliate' as const, party_id: 'a' },
        reason: 'r',
        source: 's',
      },
      ...{ added_by: 'ann', added_at: new Date('2026-11-21T17:00:00Z') },
    };
    await suppressions().put([{ ...entry, id: `${keys[0]}:a:a` }]);
    await begin(1);
    for await (const _ of rotation(1));
    const second = viewOf(2, 'settled');
    const raised = second.keysOf(formsOf('ada'));
    const now = await leads().read(lead.id);
    expect(now?.identities).to.deep.equal(raised);
    expect(now?.all_identities).to.deep.equal(raised);
    expect((await evidence.findOne({}))?.identities).to.deep.equal(raised);
    expect(now?.tracking_keys).to.deep.equal(
      trackingKeys({ ip_address: '', gclid: 'click', subid: 'spring' }, second.hashesOf),
    );
    expect(now?.data_hash).to.equal(second.keyedHash('data'));
    expect(second.same(lead.data_hash, second.keyedHash('data'))).to.equal(true);
    expect(second.same(first.keyedHash('other'), now?.data_hash)).to.equal(false);
    expect(now?.idempotency?.[0]?.body_hash).to.equal(second.keyedHash('body'));
    expect(JSON.stringify(now)).not.to.contain(keys[0]);
    expect(await heldBy(raised)).to.deep.equal([[lead.id], [lead.id]]);
    const parties = { affiliate_id: 'a', buyer_ids: [] };
    expect(await suppressions().find([raised[0]?.key ?? ''], parties)).to.have.length(1);
    expect(await suppressions().under(keys)).to.deep.equal([]);
    // A journal from before the rotation has the former keys.
    const found = await createErasureStore(connection).find(second.keysWithCurrentHashes(keys));
    expect(found.lead_ids).to.deep.equal([lead.id]);
  });

  it('keeps an entry of the suppression list that is removed and added again meanwhile', async () => {
    await connection
      .collection<{ _id: string }>('identity_secrets')
      .updateOne({ _id: 'in_force' }, { $set: { checks: [SECRETS[0]?.check], phase: 'settled', ended: [] } });
    const entries = (at: string): Suppression[] =>
      viewOf(2, 'both')
        .keysOf(formsOf('cleo'))
        .map(({ kind, key }) => ({
          ...{ id: key, kind, scope: { of: 'all' }, reason: 'r', source: 's', added_by: 'ann' },
          added_at: new Date(at),
        }));
    const formers = entries('2026-11-21T17:00:00Z').filter(({ id }) => secretLevelOf(id) === 0);
    await suppressions().put(formers);
    await begin(1);
    const again = entries('2026-11-22T12:00:00Z');
    const others = [() => suppressions().remove(again.map(({ id }) => id)), () => suppressions().put(again)];
    const meanwhile = beforeWrites(connection, async (collection) => {
      if (collection === 'suppressions') await others.shift()?.();
    });
    for await (const _ of rotation(1, meanwhile));
    expect(others).to.deep.equal([]);
    const left = await suppressions().under(again.map(({ id }) => id));
    expect(left.map(({ id }) => secretLevelOf(id))).to.deep.equal([1, 1]);
  });

  it('forgets a claim that was given back under the former key alone', async () => {
    await connection
      .collection<{ _id: string }>('identity_secrets')
      .updateOne({ _id: 'in_force' }, { $set: { checks: [SECRETS[0]?.check], phase: 'settled', ended: [] } });
    await connection.collection('claims').deleteMany({});
    const identities = viewOf(1, 'settled').keysOf(formsOf('bob'));
    const [later, sooner] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-20T12:00:00Z')];
    await claim(identities, aClaimOwner('given back', { at: sooner }));
    const others = viewOf(1, 'settled').keysOf(formsOf('renewed'));
    await claim(others, aClaimOwner('renewed', { at: sooner }));
    await begin(1);
    const claims = createClaimStore(connection);
    const keys = identities.map(({ key }) => key);
    for await (const { step } of rotation(1))
      if (step === 'claims') {
        await claims.release(keys, 'given back', 1);
        await claims.renew(
          others.map(({ key }) => key),
          'renewed',
          1,
          later,
        );
      }
    const second = viewOf(2, 'settled');
    expect(await heldBy(second.keysOf(formsOf('bob')))).to.deep.equal([[], []]);
    const [owned] = await claims.owners(second.keysOf(formsOf('renewed')).map(({ key }) => key));
    expect(owned?.owners[0]?.at).to.deep.equal(later);
  });

  it('is done once by two who run it at the same time', async () => {
    await connection
      .collection<{ _id: string }>('identity_secrets')
      .updateOne({ _id: 'in_force' }, { $set: { checks: [SECRETS[0]?.check], phase: 'settled', ended: [] } });
    const owner = aClaimOwner('kept');
    await claim(viewOf(1, 'settled').keysOf(formsOf('dora')), owner);
    await begin(1);
    const slow = rotation(1);
    await slow.next();
    for await (const _ of rotation(1));
    for await (const { phase } of slow) expect(phase).to.not.equal('both');
    const stored = await readSecrets(connection);
    expect([stored?.phase, stored?.ended.length]).to.deep.equal(['settled', 1]);
    expect(await heldBy(viewOf(2, 'settled').keysOf(formsOf('dora')))).to.deep.equal([['kept'], ['kept']]);
  });

  it('is refused to a process that lacks the secret, and says which', async () => {
    const one = openSecrets(connection, [TEST_SECRET], { refreshMs: 60_000 });
    const all = openSecrets(connection, [TEST_SECRET, NEWER[1] ?? '', NEWER[0] ?? ''], { refreshMs: 60_000 });
    try {
      const lacking = `IDENTITY_SECRETS lacks ${SECRETS[1]?.check.slice(0, 8)}`;
      expect(await one.lacking()).to.equal(lacking);
      expect(() => createIdentities(TEST_SECRET, one.inForce).keyedHash('text')).to.throw();
      expect(() => all.inForce(), 'before it was read').to.throw();
      expect(await all.lacking()).to.equal(undefined);
      // The order of the settings is nobody's business.
      expect(createIdentities(TEST_SECRET, all.inForce).keyedHash('text')).to.equal(
        viewOf(2, 'settled').keyedHash('text'),
      );
      const other = openSecrets(connection, [NEWER[0] ?? '', TEST_SECRET], { refreshMs: 60_000 });
      other.stop();
      await other.load().then(
        () => expect.fail('another first secret'),
        (error: unknown) => expect(String(error)).to.contain('IDENTITY_SECRET is not the secret'),
      );
    } finally {
      one.stop();
      all.stop();
    }
  });
});
