import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { releaseEffect } from '../../src/core/delivery/pending-effects.js';
import { violationsOf } from '../../src/core/invariants/violations-of.js';
import type { ClaimRequest } from '../../src/app/ports/claim-store.js';
import type { ClaimOwner } from '../../src/core/duplicates/claim-owner.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { runSubmit } from '../../src/app/submit/run.js';
import { trimClaims } from '../../src/app/upkeep/trim.js';
import { testCatalogue } from '../support/catalogue.js';
import { fakeWork } from '../support/fakes/fake-work.js';
import { testLead } from '../support/records.js';
import { aLead, minute } from '../support/stored-records.js';
import { STORE_KINDS, type OpenStores } from '../support/store-kinds.js';

const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const refused = (why: string): Partial<LeadRecord> => ({
  state: 'rejected',
  decision: {
    ...{ code: 'DUPLICATE', at: minute(1), source: 'buyer' },
    refusal: { check: 'duplicate', code: 'DUPLICATE', why },
  },
});

/** A worker sleeps before it takes its lead's claims; the lead ends; it wakes, takes them, and is killed. */
for (const kind of STORE_KINDS)
  describe(`a claim taken by a worker that slept and was killed, ${kind.name}`, () => {
    let stores: OpenStores;
    before(async () => {
      stores = await kind.open();
    });
    after(() => stores.close());

    const hold = async (
      lead: LeadRecord,
      submission: number,
      keys: readonly string[],
    ): Promise<ClaimOwner> => {
      const owner = {
        ...{ lead: lead.id, affiliate: lead.affiliate_id, submission, offer: lead.offer_id },
        ...{ buyer: 'buyer-1', at: minute(0) },
      };
      await stores.claims.take({
        identities: keys.map((key) => ({ kind: 'email', key })),
        policy: { match: [], window_days: 30, scope: 'offer' },
        ...{ owner, now: minute(0), run: 2 },
      });
      return owner;
    };

    const owing = aLead({ state: 'rejected' });
    const ROWS: readonly (readonly [
      what: string,
      over: Partial<LeadRecord> | null,
      submission: number,
      stays: boolean,
    ])[] = [
      ['its lead failed', { state: 'failed' }, 1, false],
      ['its lead was refused', { state: 'rejected' }, 1, false],
      ['its lead is in a later submission', { state: 'working', submission: 2 }, 1, false],
      ['its lead was sold in a later submission', { state: 'accepted', submission: 2 }, 1, false],
      [
        'its lead was refused and still owes',
        { state: 'rejected', pending_effects: [releaseEffect(owing, minute(1))] },
        1,
        true,
      ],
      ['its lead is at work', { state: 'working' }, 1, true],
      ['its lead waits', { state: 'queued' }, 1, true],
      ['its lead is unknown', { state: 'unknown' }, 1, true],
      ['its lead is sold', { state: 'accepted' }, 1, true],
      ['its buyer knew it before', refused('buyer_duplicate'), 1, true],
      ['its lead was read before it began this submission', { state: 'failed' }, 2, true],
      ['its lead is gone', null, 1, true],
    ];
    for (const [what, over, submission, stays] of ROWS)
      it(`${what}: ${stays ? 'stays' : 'is taken away, and what others hold of it stays'}`, async () => {
        const lead = aLead({ ...over });
        if (over) await stores.leads.insert(lead);
        const other = aLead({ state: 'accepted' });
        await stores.leads.insert(other);
        const [alone, shared] = [randomUUID(), randomUUID()];
        const held = await hold(lead, submission, [alone, shared]);
        const others = await hold(other, 1, [shared]);
        expect(await trimClaims(stores, '')).to.equal('');
        const left = new Map(
          (await stores.claims.owners([alone, shared])).map(({ key, owners }) => [key, owners]),
        );
        expect(left.get(alone)).to.deep.equal(stays ? [held] : undefined);
        expect(left.get(shared)).to.have.deep.members(stays ? [held, others] : [others]);
      });
  });

describe('the trimming of claims', () => {
  it('takes away what `leadkeep check` names after a worker slept past its lead’s end and was killed', async () => {
    const catalogue = testCatalogue();
    const work = fakeWork(catalogue);
    const lead = testLead();
    await work.leads.insert(lead);
    const job = { lead_id: lead.id, submission: 1, request_id: 'r' };
    let wakeUp: () => void = () => undefined;
    const awake = new Promise<void>((resolve) => (wakeUp = resolve));
    const asleep = {
      ...work.claims,
      async take(request: ClaimRequest) {
        await awake;
        await work.claims.take(request);
        return new Promise<never>(() => undefined);
      },
    };
    void runSubmit({ ...work.ports, claims: asleep }, job);
    await quiet();
    work.pass(31_000);
    work.answers.deliver.push({ kind: 'answered', status: 200, answer: { outcome: 'rejected' } });
    await runSubmit(work.ports, job);
    expect(work.leads.all.get(lead.id)?.state).to.equal('rejected');
    expect(work.claims.all.size).to.equal(0);

    wakeUp();
    await quiet();
    const found = () =>
      violationsOf({
        ...{ leads: [...work.leads.all.values()], searches: [], now: work.ports.clock(), settled: true },
        claims: [...work.claims.all].map(([key, owners]) => ({ key, owners })),
        catalogueVersions: [{ at: new Date(0), catalogue }],
      }).map(({ invariant }) => invariant);
    expect(found()).to.deep.equal(['owner-keeps-claim', 'owner-keeps-claim']);
    await trimClaims(work.ports, '');
    expect(found()).to.deep.equal([]);
    expect(work.claims.all.size).to.equal(0);
  });

  it('looks at 4,000 in a run, goes on there, and begins again after the last', async () => {
    const keys = Array.from({ length: 4_100 }, (_, i) => String(i).padStart(4, '0'));
    const looked: string[] = [];
    const claims = {
      page(after: string, limit: number) {
        const found = keys.filter((key) => key > after).slice(0, limit);
        looked.push(...found);
        return Promise.resolve(found.map((key) => ({ key, owners: [] })));
      },
      release: () => Promise.resolve(),
    };
    const leads = { standings: () => Promise.resolve([]) };
    const next = await trimClaims({ leads, claims }, '');
    expect([looked.length, next]).to.deep.equal([4_000, '3999']);
    expect(await trimClaims({ leads, claims }, next)).to.equal('');
    expect(looked).to.deep.equal(keys);
  });
});
