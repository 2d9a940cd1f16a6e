import { expect } from 'chai';
import type { Destination } from '../../../src/app/lead-files/destination.js';
import { planRows } from '../../../src/app/lead-files/act-on-leads.js';
import type { FindPorts } from '../../../src/app/lead-files/find-leads.js';
import { settleAct, type SettleRow } from '../../../src/app/settle/settle-leads.js';
import { settleLead } from '../../../src/app/settle/settle-lead.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt, testSentTo } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const LATER = new Date('2026-11-21T18:00:00Z');
const attempt: Attempt = testAttempt({
  number: 1,
  submission: 1,
  at: AT,
  timeout_ms: 2_000,
  outcome: 'unknown',
});
const unknown = (id: string, over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({ id, state: 'unknown', attempts: [attempt], ...over });
const crowd = (size: number, reference: string): LeadRecord[] =>
  Array.from({ length: size }, (_, n) => unknown(`of many ${n}`, { reference }));
const row = (over: Partial<SettleRow>): SettleRow => ({ line: 2, verdict: 'accepted', ...over });

/** Plans a file against these leads. */
async function planned(rows: readonly SettleRow[], leads: readonly LeadRecord[], destination?: Destination) {
  const asked: { ids: number[]; references: (readonly string[])[] } = { ids: [], references: [] };
  const ports: FindPorts = {
    leads: {
      readMany(ids) {
        asked.ids.push(ids.length);
        return Promise.resolve(leads.filter(({ id }) => ids.includes(id)));
      },
    },
    overview: {
      byIdentity: () => Promise.resolve([]),
      byReference(references) {
        asked.references.push(references);
        return Promise.resolve(leads.filter(({ reference = '' }) => references.includes(reference)));
      },
    },
    ...(destination && { destination }),
  };
  const { leads: store } = fakeWork(testCatalogue(), AT);
  const settling = { leads: store, catalogue: testCatalogue(), clock: () => LATER };
  const plan = await planRows(settleAct(settling, { by: 'ann', why: 'the file' }), ports, rows);
  return {
    asked,
    faults: plan.faults.map(({ line, why }) => `${line}: ${why}`),
    planned: plan.planned,
    ids: plan.planned.map(({ lead }) => lead.id),
  };
}

describe('a buyer’s file against the leads', () => {
  const leads = [unknown('a', { reference: 'T-1' }), unknown('b', { reference: 'T-2' }), unknown('c')];

  it('takes the key of the present submission, and refuses that of another one', async () => {
    const again = unknown('d', { submission: 3, attempts: [{ ...attempt, submission: 3 }] });
    const keys = [3, 2].map((submission, n) => row({ line: n + 2, id: 'd', submission }));
    const { ids, faults } = await planned(keys, [again]);
    expect(ids).to.deep.equal(['d']);
    expect(faults).to.deep.equal(['3: the lead d is in its submission 3, and d:2 is another one']);
  });

  it('finds each lead by its id, or by its reference where there is no id', async () => {
    const plan = await planned([row({ id: 'a' }), row({ line: 3, reference: 'T-2' })], leads);
    expect(plan.ids).to.deep.equal(['a', 'b']);
    expect(plan.faults).to.deep.equal([]);
    expect(plan.asked.references).to.deep.equal([['T-2']]);
    expect(plan.planned[0]).to.deep.include({
      line: 2,
      settlement: { verdict: 'accepted', by: 'ann', why: 'the file' },
    });
    expect(plan.planned[0]?.settling).to.have.nested.property('change.decision.at', LATER);
  });

  it('takes references only for those of the offer or the buyer that is named', async () => {
    const moved = unknown('a', {
      ...{ reference: 'T-1', offer_id: 'moved' },
      attempts: [{ ...leads[0]!.attempts[0]!, sent_to: testSentTo('former') }],
    });
    const ids = async (destination: Destination) =>
      (await planned([row({ reference: 'T-1' })], [moved], destination)).ids;
    expect(await ids({ offer_ids: ['moved'] })).to.deep.equal(['a']);
    expect(await ids({ offer_ids: [IDS.shared] })).to.deep.equal([]);
    expect(await ids({ offer_ids: ['moved'], buyer_id: 'present' })).to.deep.equal([]);
    expect(await ids({ offer_ids: [], buyer_id: 'former' })).to.deep.equal(['a']);
  });

  it('takes the one lead of the destination, though many others have its reference, and reads no other whole', async () => {
    const own = unknown('own', { reference: 'OK', offer_id: 'other' });
    const some = [...crowd(999, 'OK'), own];
    const plan = await planned([row({ reference: 'OK' })], some, { offer_ids: ['other'] });
    expect([plan.ids, plan.asked.ids]).to.deep.equal([['own'], [1]]);
    const many = await planned([row({ reference: 'OK' })], crowd(1_001, 'OK'), { offer_ids: ['other'] });
    expect(many.faults).to.deep.equal(['2: more than 1000 leads have the reference OK: give ids']);
  });

  it('asks for no references where there are ids', async () => {
    expect((await planned([row({ id: 'a', reference: 'T-1' })], leads)).asked.references).to.deep.equal([]);
  });

  it('keeps the buyer’s words of a refusal alone', async () => {
    const said = async (verdict: SettleRow['verdict'], reason?: string) =>
      (await planned([row({ id: 'a', verdict, ...(reason && { reason }) })], leads)).planned[0]?.settlement;
    const by = { by: 'ann', why: 'the file' };
    expect(await said('rejected', 'Enrolled')).to.deep.equal({
      ...{ ...by, verdict: 'rejected', buyer_reason: 'Enrolled' },
    });
    expect(await said('rejected')).to.deep.equal({ ...by, verdict: 'rejected' });
    expect(await said('accepted', 'Enrolled')).to.deep.equal({ ...by, verdict: 'accepted' });
  });

  const rows: readonly [string, SettleRow[], LeadRecord[], string[], string[]][] = [
    ['no lead of that id', [row({ id: 'x' })], leads, [], ['2: there is no lead x']],
    ['no lead of that reference', [row({ reference: 'x' })], leads, [], ['2: no lead has the reference x']],
    [
      'a fault keeps no other row away',
      [row({ id: 'x' }), row({ line: 3, id: 'a' })],
      leads,
      ['a'],
      ['2: there is no lead x'],
    ],
    [
      'another reference than the lead’s',
      [row({ id: 'a', reference: 'T-9' })],
      leads,
      [],
      ['2: the lead a has the reference T-1, not T-9'],
    ],
    ['its own reference beside the id', [row({ id: 'a', reference: 'T-1' })], leads, ['a'], []],
    ['a reference of a lead that has none', [row({ id: 'c', reference: 'T-9' })], leads, ['c'], []],
    [
      'a reference of several leads',
      [row({ reference: 'T-1' })],
      [...leads, unknown('d', { reference: 'T-1' })],
      [],
      ['2: several leads have the reference T-1: name --destination, or give the id, one of a, d'],
    ],
    ['a lead that stands twice', [row({ id: 'a' }), row({ line: 3, reference: 'T-1' })], leads, ['a'], []],
    [
      'a reference of as many leads as are looked at',
      [row({ reference: 'OK' })],
      crowd(1_000, 'OK'),
      [],
      [
        `2: several leads have the reference OK: name --destination, or give the id, one of ${crowd(5, 'OK')
          .map(({ id }) => id)
          .join(', ')} and 995 more`,
      ],
    ],
    [
      'a reference of more leads than that',
      [row({ reference: 'OK' }), row({ line: 3, reference: 'T-1' })],
      [...crowd(1_001, 'OK'), ...leads],
      ['a'],
      ['2: more than 1000 leads have the reference OK: give ids'],
    ],
    [
      'a lead that stands twice, with two words',
      [
        row({ id: 'a' }),
        row({ line: 3, id: 'a', verdict: 'rejected' }),
        row({ line: 4, id: 'a', verdict: 'rejected' }),
      ],
      leads,
      [],
      [
        '2: says accepted where line 3 says rejected',
        '3: says rejected where line 2 says accepted',
        '4: says rejected where line 2 says accepted',
      ],
    ],
    [
      'a lead that ended otherwise',
      [row({ id: 'e' })],
      [testLead({ id: 'e', state: 'rejected' })],
      [],
      ['2: the lead is rejected, which is final'],
    ],
    ['a lead that ended so', [row({ id: 'e' })], [testLead({ id: 'e', state: 'accepted' })], ['e'], []],
  ];
  for (const [name, file, stored, ids, faults] of rows)
    it(`${name}: ${faults[0] ?? 'is planned'}`, async () => {
      const plan = await planned(file, stored);
      expect(plan.ids).to.deep.equal(ids);
      expect(plan.faults).to.deep.equal(faults);
    });

  it('is read 500 rows at a time', async () => {
    const many = Array.from({ length: 1_001 }, (_, i) => unknown(`lead ${i}`, { reference: `T-${i}` }));
    const byId = await planned(
      many.map(({ id }) => row({ id })),
      many,
    );
    expect(byId.asked.ids).to.deep.equal([500, 500, 1]);
    expect(byId.ids).to.deep.equal(many.map(({ id }) => id));
    const byReference = await planned(
      many.map(({ reference = '' }) => row({ reference })),
      many,
    );
    expect(byReference.asked.references.map(({ length }) => length)).to.deep.equal([500, 500, 1]);
    expect(byReference.ids).to.deep.equal(many.map(({ id }) => id));
  });

  it('finds a lead once, though its reference stands in two batches', async () => {
    const file = Array.from({ length: 501 }, (_, i) => row({ line: i + 2, reference: 'T-1' }));
    const plan = await planned(file, leads);
    expect([plan.ids, plan.faults]).to.deep.equal([['a'], []]);
  });
});

describe('settling one lead', () => {
  const settled = async (lead: LeadRecord | undefined, now = LATER, transition?: LeadStore['transition']) => {
    const { leads } = fakeWork(testCatalogue(), AT);
    if (lead) leads.all.set(lead.id, lead);
    let tries = 0;
    const ports = {
      leads: {
        ...leads,
        transition: (...args: Parameters<LeadStore['transition']>) => (
          (tries += 1),
          transition ? transition(...args) : leads.transition(...args)
        ),
      },
      ...{ catalogue: testCatalogue(), clock: () => now },
    };
    const settlement = { verdict: 'accepted', by: 'ann', why: 'a call' } as const;
    return { end: await settleLead(ports, 'a', settlement), state: leads.all.get('a')?.state, tries };
  };

  it('writes an operator’s word, and tells what the lead was', async () => {
    const { end, state } = await settled(unknown('a'));
    expect([end.outcome, state]).to.deep.equal(['settled', 'accepted']);
    expect(end).to.have.nested.property('lead.state', 'unknown');
  });

  it('has nothing to do where it ended so', async () => {
    const { end, tries } = await settled(testLead({ id: 'a', state: 'accepted' }));
    expect([end.outcome, tries]).to.deep.equal(['already', 0]);
    expect(end).to.have.nested.property('lead.state', 'accepted');
  });

  it('says why not', async () => {
    expect((await settled(undefined)).end).to.deep.equal({ outcome: 'no_lead' });
    expect((await settled(testLead({ id: 'a', state: 'failed' }))).end).to.deep.equal({
      ...{ outcome: 'refused', why: 'is failed, which is final' },
    });
    expect((await settled(unknown('a'), AT)).end).to.have.property('outcome', 'later');
  });

  it('loses three times against workers, and says so', async () => {
    const { end, tries } = await settled(unknown('a'), LATER, () => Promise.resolve(false));
    expect(end).to.deep.equal({ outcome: 'later', why: 'is being moved by a worker at this moment' });
    expect(tries).to.equal(3);
  });
});
