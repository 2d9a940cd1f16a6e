import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { bucketsFor } from '../../../../src/core/caps/cap-buckets.js';
import type { Catalogue } from '../../../../src/core/catalogue/types.js';
import type { CountedLead } from '../../../../src/core/caps/counted-leads.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { writeGeneration } from '../../../../src/platform/redis/ledger/generation.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { rebuildLedger, type RebuildRequest } from '../../../../src/platform/redis/ledger/rebuild.js';
import { countedLead, testCap } from '../../../support/caps.js';
import { IDS, testCatalogue } from '../../../support/catalogue.js';
import { countedLeads } from '../../../support/counted-leads.js';
import { forget, ledgerOf, type LedgerOf } from '../../../support/ledger.js';
import { privateServices, silentLog } from '../../../support/services.js';
import { until } from '../../../support/until.js';

const now = new Date();
const long = new Date(now.getTime() - 40 * 86_400_000);
const day = testCap({ id: 'day', limit: 3 });
const total = testCap({ id: 'total', window: 'total', limit: 100 });
const withCaps = (version: number, ...caps: (typeof day)[]): Catalogue =>
  testCatalogue({ version, offers: { [IDS.shared]: { caps } } });

const lead = (id: string, over: Partial<CountedLead>): CountedLead =>
  countedLead({ id, intent: { at: now, submission: 1, buyer_id: IDS.buyer }, ...over });

describe('rebuilding the cap ledger', () => {
  const services = privateServices();
  const prefix = services.redisPrefix;
  const catalogue = withCaps(5, day, total);
  let redis: Redis;
  let ledger: LedgerOf;

  before(() => {
    redis = services.redis();
    ledger = ledgerOf(createLedger(redis, prefix), catalogue);
  });
  after(() => services.close());
  beforeEach(() => forget(redis, prefix));

  const rebuild = ({
    leads: { scan } = countedLeads([]),
    ...over
  }: Partial<RebuildRequest> & { leads?: ReturnType<typeof countedLeads> } = {}) =>
    rebuildLedger({ redis, prefix, scan, catalogue, now, log: silentLog, ...over });
  const placesIn = (of: Catalogue) => {
    const campaign = of.campaigns.get(IDS.campaign)!;
    return bucketsFor(
      { campaign, campaign_offer: campaign.offers.get(IDS.shared)!, program: undefined },
      now,
    );
  };
  const buckets = placesIn(catalogue);

  it('counts accepted leads as confirmed and undecided ones as reserved', async () => {
    const leads = countedLeads([
      lead('a', { state: 'accepted' }),
      lead('b', { state: 'pending' }),
      lead('c', { state: 'rejected' }),
      lead('d', { state: 'accepted', intent: { at: long, submission: 1, buyer_id: IDS.buyer } }),
    ]);
    const rebuilt = await rebuild({ leads });
    expect(rebuilt).to.include({ outcome: 'rebuilt', leads: 4, buckets: 2 });
    const first = new Date(`${long.toISOString().slice(0, 10)}T00:00:00Z`);
    expect(leads.asked[0]?.from, 'a total cap counts from the first lead’s day').to.deep.equal(first);
    expect(await ledger.used(buckets)).to.deep.equal([2, 3]);
    await ledger.release('b:1', buckets);
    expect(await ledger.used(buckets)).to.deep.equal([1, 2]);
    await ledger.release('a:1', buckets);
    expect(await ledger.used(buckets), 'confirmed ones are not given back').to.deep.equal([1, 2]);
  });

  it('scans open windows only when no cap is for ever', async () => {
    const leads = countedLeads([]);
    await rebuild({ leads, catalogue: withCaps(5, day) });
    for (const { from, to } of leads.asked)
      for (const end of [from, to])
        expect(end.getTime()).to.be.within(now.getTime() - 90_000_000, now.getTime());
  });

  it('counts a lead once whether it had reserved before or not', async () => {
    await rebuild();
    await ledger.reserve('a:1', buckets);
    await rebuild({
      leads: countedLeads([lead('a', { state: 'working' }), lead('b', { state: 'working' })]),
    });
    expect(await ledger.used(buckets)).to.deep.equal([2, 2]);
    for (const reservationId of ['a:1', 'b:1'])
      expect((await ledger.reserve(reservationId, buckets)).outcome).to.equal('reserved');
    expect(await ledger.used(buckets)).to.deep.equal([2, 2]);
  });

  it('never lets leads that only waited to reserve exceed a cap', async () => {
    const waiting = ['w1', 'w2', 'w3', 'w4', 'w5'];
    await rebuild({ leads: countedLeads(waiting.map((id) => lead(id, { state: 'queued' }))) });
    const outcomes = await Promise.all(waiting.map((id) => ledger.reserve(`${id}:1`, buckets)));
    expect(outcomes.filter(({ outcome }) => outcome === 'reserved')).to.have.length.at.most(day.limit);
  });

  it('takes a cap into account that a new catalogue adds', async () => {
    await rebuild({ catalogue: withCaps(5, day), leads: countedLeads([lead('a', { state: 'accepted' })]) });
    expect((await ledger.reserve('b:1', buckets)).outcome).to.equal('stale');
    await rebuild({ leads: countedLeads([lead('a', { state: 'accepted' })]) });
    expect(await ledger.used(buckets)).to.deep.equal([1, 1]);
  });

  it('is out of service while it counts, so that nothing is reserved past the scan', async () => {
    await rebuild();
    await ledger.reserve('a:1', buckets);
    const seen: unknown[] = [];
    const during = async (): Promise<void> => {
      seen.push(
        await ledger.reserve('b:1', buckets),
        await ledger.release('a:1', buckets),
        await ledger.used(buckets),
      );
    };
    await rebuild({ leads: countedLeads([lead('a', { state: 'working' })], during) });
    expect(seen).to.deep.equal([{ outcome: 'stale' }, 'stale', [1, 1]]);
    expect(await ledger.used(buckets)).to.deep.equal([1, 1]);
    expect((await ledger.reserve('b:1', buckets)).outcome).to.equal('reserved');
  });

  it('is done by one process at a time', async () => {
    let second: unknown;
    const during = async (): Promise<void> => {
      second = await rebuild();
    };
    expect((await rebuild({ leads: countedLeads([lead('a', {})], during) })).outcome).to.equal('rebuilt');
    expect(second).to.deep.equal({ outcome: 'busy' });
    const many = await Promise.all(Array.from({ length: 5 }, () => rebuild()));
    expect(many.map(({ outcome }) => outcome)).to.include('rebuilt');
  });

  it('is left to processes with the newest catalogue', async () => {
    await rebuild({ catalogue: withCaps(6, day, total) });
    const late = { catalogue: withCaps(5, day), when: 'when_stale' } as const;
    expect(await rebuild(late)).to.deep.equal({ outcome: 'outdated_catalogue', version: 6 });
    expect(await ledger.used(buckets)).to.deep.equal([0, 0]);
    await forget(redis, prefix);
    expect((await rebuild(late)).outcome).to.equal('rebuilt');
  });

  it('is done for whoever orders it, also with a lower version, as after a restore', async () => {
    await rebuild({ catalogue: withCaps(6, day) });
    expect((await rebuild()).outcome).to.equal('rebuilt');
    expect((await ledger.reserve('a:1', buckets)).outcome).to.equal('reserved');
  });

  it('cuts caps that left, and keeps no count of them', async () => {
    await rebuild();
    for (const member of ['a:1', 'b:1']) await ledger.reserve(member, buckets);
    await ledger.confirm('a:1', buckets);
    expect(await rebuild({ catalogue: withCaps(6, total), when: 'when_stale' })).to.deep.equal({
      outcome: 'removed_caps',
      caps: 1,
    });
    const keys = ledgerKeys(prefix);
    const { base } = keys.generation((await redis.hget(keys.root, 'token')) ?? '');
    const left = [`${base}:known`, `${base}:total:all:in`, `${base}:total:all:ok`];
    expect((await redis.keys(`${base}:*`)).sort()).to.deep.equal(left);
    expect(await ledger.used(buckets.filter(({ cap }) => cap.id === 'total'))).to.deep.equal([2]);
  });

  it('can leave a sound ledger alone', async () => {
    expect((await rebuild({ when: 'when_stale' })).outcome).to.equal('rebuilt');
    expect(await rebuild({ when: 'when_stale' })).to.deep.equal({ outcome: 'current' });
    expect(
      (await rebuild({ when: 'when_stale', catalogue: withCaps(5, testCap({ id: 'new' })) })).outcome,
    ).to.equal('rebuilt');
    await redis.hset(ledgerKeys(prefix).root, 'epoch', 'foreign');
    expect(
      (await rebuild({ when: 'when_stale', catalogue: withCaps(5, testCap({ id: 'new' })) })).outcome,
    ).to.equal('rebuilt');
  });

  it('changes nothing when its lock is lost, also when another process has it', async () => {
    await rebuild();
    await ledger.reserve('a:1', buckets);
    const { lock } = ledgerKeys(prefix);
    for (const lose of [() => redis.del(lock), () => redis.set(lock, 'another', 'PX', 300)]) {
      expect(await rebuild({ leads: countedLeads([lead('z', {})], lose) })).to.deep.equal({
        outcome: 'lost',
      });
      expect(await ledger.used(buckets)).to.deep.equal([1, 1]);
      expect(await redis.get(lock), 'another’s lock stays').to.be.oneOf([null, 'another']);
      await redis.del(lock);
    }
  });

  it('gives the ledger back as it was when the leads cannot be read', async () => {
    await rebuild();
    await ledger.reserve('a:1', buckets);
    const fails = countedLeads([lead('z', {})], () => Promise.reject(new Error('MongoDB is away')));
    const error: unknown = await rebuild({ leads: fails }).catch((reason: unknown) => reason);
    expect((error as Error).message).to.equal('MongoDB is away');
    expect((await ledger.reserve('b:1', buckets)).outcome).to.equal('reserved');
    expect(await ledger.used(buckets)).to.deep.equal([2, 2]);
  });

  it('lets what it counted expire a day after its window, but for total caps', async () => {
    await rebuild({
      leads: countedLeads([lead('a', { state: 'accepted' }), lead('b', { state: 'pending' })]),
    });
    const keys = ledgerKeys(prefix);
    const of = keys.generation((await redis.hget(keys.root, 'token'))!);
    const ends = await Promise.all(
      buckets.flatMap((bucket) =>
        [of.members(bucket), of.confirmed(bucket)].map((key) => redis.pexpiretime(key)),
      ),
    );
    const expected = buckets.flatMap(({ resets_at }) => {
      const end = resets_at === null ? -1 : resets_at.getTime() + 86_400_000;
      return [end, end];
    });
    expect(ends).to.deep.equal(expected);
    expect(expected).to.include(-1);
  });

  it('renews its lock while it counts, however long that takes', async () => {
    const { lock } = ledgerKeys(prefix);
    const renewed = async (): Promise<void> => {
      let left = await redis.pttl(lock);
      await until(async () => {
        const before = left;
        left = await redis.pttl(lock);
        return left > before || left < 0;
      }, 'the lock is renewed');
      expect(left, 'it had not lapsed').to.be.greaterThan(0);
    };
    expect((await rebuild({ leads: countedLeads([lead('a', {})], renewed) })).outcome).to.equal('rebuilt');
  });

  it('makes no count current of which a command failed', async () => {
    await rebuild();
    await ledger.reserve('a:1', buckets);
    const keys = ledgerKeys(prefix);
    const token = await redis.hget(keys.root, 'token');
    /** One key of the new count is something else already: the command that writes it fails, the others do not. */
    const spoil = async (): Promise<void> => {
      const fresh = (await redis.smembers(keys.generations)).find((other) => other !== token)!;
      await redis.set(keys.generation(fresh).members(buckets[0]!), 'no set');
    };
    const fails = rebuild({ leads: countedLeads([lead('b', { state: 'working' })], spoil) });
    expect(String(await fails.catch((error: unknown) => error))).to.contain('WRONGTYPE');
    expect(await redis.hget(keys.root, 'token')).to.equal(token);
    expect(await ledger.used(buckets)).to.deep.equal([1, 1]);
    expect((await ledger.reserve('b:1', buckets)).outcome).to.equal('reserved');
  });

  it('leaves no key of older generations, nor of one that died midway', async () => {
    await rebuild({
      leads: countedLeads([lead('a', { state: 'accepted' }), lead('b', { state: 'queued' })]),
    });
    // Another one had dropped its token before it wrote.
    await writeGeneration(redis, prefix, 'died', { usages: [], capIds: ['a-cap'] });
    await rebuild();
    await expectNoOtherKeys();
  });

  /** Only the current generation, without a count. */
  async function expectNoOtherKeys(): Promise<void> {
    const keys = ledgerKeys(prefix);
    const token = (await redis.hget(keys.root, 'token')) ?? '';
    const own = [keys.root, keys.generations, keys.generation(token).known];
    expect(await redis.keys(`${keys.root}*`)).to.have.members(own);
    expect(await redis.smembers(keys.generations)).to.deep.equal([token]);
  }

  it('leaves no key of a rebuild that lost its lock, and wrote after another one had dropped it', async () => {
    const keys = ledgerKeys(prefix);
    const overtaken = async (): Promise<void> => {
      await redis.del(keys.lock);
      expect((await rebuild()).outcome).to.equal('rebuilt');
    };
    const slow = await rebuild({ leads: countedLeads([lead('a', { state: 'accepted' })], overtaken) });
    expect(slow).to.deep.equal({ outcome: 'lost' });
    expect(await ledger.used(buckets), 'its count is not in service').to.deep.equal([0, 0]);
    await rebuild();
    await expectNoOtherKeys();
  });

  it('writes 20,000 leads with a few commands, all sent at once', async () => {
    const states = ['accepted', 'pending', 'rejected'] as const;
    const many = Array.from({ length: 20_000 }, (_, i) => lead(`lead-${i}`, { state: states[i % 3]! }));
    const sent: number[] = [];
    const heard = Object.assign(Object.create(redis) as Redis, {
      pipeline: (commands: unknown[][]) => (sent.push(commands.length), redis.pipeline(commands)),
    });
    expect((await rebuild({ redis: heard, leads: countedLeads(many) })).outcome).to.equal('rebuilt');
    expect(await ledger.used(buckets)).to.deep.equal([13_334, 13_334]);
    expect(sent).to.have.length(1);
    expect(sent[0]).to.be.below(50);
  });
});
