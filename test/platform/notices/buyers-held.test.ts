import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { sendNotices, type SendNoticesPorts, type Told } from '../../../src/app/notices/send-notices.js';
import type { NoticeStore, NoticeTarget } from '../../../src/app/ports/notice-store.js';
import type { Admission } from '../../../src/core/destination-gate/admission.js';
import { PLAIN_SEALER } from '../../../src/platform/mongo/consent/plain-sealer.js';
import { createNoticeStore } from '../../../src/platform/mongo/notices/notice-store.js';
import { migratedServices, silentLog } from '../../support/services.js';
import { minute } from '../../support/stored-records.js';

const DAYS_3 = 3 * 24 * 60;

describe('telling a buyer while the address of another one takes no more', () => {
  const services = migratedServices();
  let connection: Connection;
  let notices: NoticeStore;
  let told: string[];
  before(async () => {
    connection = await services.migrated();
    notices = createNoticeStore(connection);
  });
  after(() => services.close());

  const of = (buyer_id: string, n: number, due_at: Date, is_test = false) => ({
    ...{ id: `${buyer_id} ${n} ${is_test}`, kind: 'notice' as const, order: 0 },
    subject: `${buyer_id} ${n} ${is_test}`,
    ...{ created_at: minute(0), due_at },
    content: { event: 'revocation', at: minute(0), buyer_id, is_test, lead_id: `lead ${n}` },
  });
  beforeEach(async () => {
    told = [];
    await connection.collection('buyer_notices').deleteMany({});
    const many = Array.from({ length: 45 }, (_, n) => of('busy', n, minute(0)));
    await notices.add([...many, of('free', 0, minute(1))]);
  });

  const revocation = { url: 'https://buyer.example/r', test_url: 'https://buyer.example/test' };
  const buyers = new Map(['busy', 'free'].map((id) => [id, { id, handle: id, revocation }]));
  const attempts = [...buyers.keys()].map((buyer_id) => ({ submission: 1, sent_to: { buyer_id } }));
  /** One turn. `admit`: what the gate says of the busy buyer. */
  const turn = (
    at: number,
    admit: () => Admission,
    pause = () => Promise.resolve(),
    busy = 'busy:revocation',
  ): Promise<Told> =>
    sendNotices({
      ...{ notices, pause, sealer: PLAIN_SEALER, log: silentLog, clock: () => minute(at), random: () => 0 },
      catalogue: { current: () => ({ buyers, offers: new Map() }) },
      leads: { read: () => Promise.resolve({ is_test: false, attempts }) },
      gate: {
        enter: ({ id }: { readonly id: string }) =>
          Promise.resolve(id === busy ? admit() : { outcome: 'go' }),
        release: () => Promise.resolve(),
      },
      sender: {
        tell({ buyer_id }: NoticeTarget) {
          told.push(buyer_id);
          return Promise.resolve({ sent: { ok: true, detail: 'HTTP 204' }, health: 'up' });
        },
      },
    } as unknown as SendNoticesPorts);
  const FULL = { notices: 20, isMoreDue: true };

  it('is not delayed by one that is down, whose notices are left to somebody after three days, all of them', async () => {
    const down = (): Admission => ({ outcome: 'wait', why: 'destination_down', for_ms: 300_000 });
    expect(await turn(1, down)).to.deep.equal(FULL);
    expect(await turn(1, down)).to.deep.equal({ notices: 1, isMoreDue: false });
    expect(told).to.deep.equal(['free']);
    expect(await turn(DAYS_3, down)).to.deep.equal(FULL);
    for (let turns = 0; turns < 3; turns += 1) await turn(DAYS_3 + 6, down);
    expect(await notices.waitingForHand()).to.include({ count: 45 });
  });

  it('is not delayed by a test address of its own that is down', async () => {
    await connection.collection('buyer_notices').deleteMany({});
    const tests = Array.from({ length: 25 }, (_, n) => of('busy', n, minute(0), true));
    await notices.add([...tests, of('busy', 0, minute(1))]);
    const down = (): Admission => ({ outcome: 'wait', why: 'destination_down', for_ms: 300_000 });
    const turnOf = () => turn(1, down, undefined, 'busy:revocation:test');
    expect(await turnOf()).to.deep.equal(FULL);
    expect(await turnOf()).to.deep.equal({ notices: 1, isMoreDue: false });
    expect(told).to.deep.equal(['busy']);
  });

  it('is not delayed by a throttle, which is used at its rate; what has no turn soon waits', async () => {
    let free = 1;
    const throttled = (): Admission =>
      (free -= 1) >= 0 ? { outcome: 'go' } : { outcome: 'wait', why: 'throttled', for_ms: 2_000 };
    const rounds: (() => void)[] = [];
    /** All that wait go on together, and one of them is admitted. */
    const pause = async (): Promise<void> => {
      if (rounds.length === 0)
        setImmediate(() => {
          free = 1;
          for (const go of rounds.splice(0)) go();
        });
      await new Promise<void>((go) => rounds.push(go));
    };
    expect(await turn(1, throttled, pause)).to.deep.equal(FULL);
    expect(told).to.deep.equal(['busy', 'busy', 'busy']);
    const open = (await notices.list({ state: 'open', limit: 100 })).map(({ content, due_at }) => [
      content.buyer_id,
      due_at?.getTime(),
    ]);
    expect(open.filter(([buyer_id]) => buyer_id === 'busy')).to.deep.equal(
      Array.from({ length: 42 }, () => ['busy', minute(1).getTime() + 2_000]),
    );
    expect(await turn(1, throttled, pause)).to.deep.equal({ notices: 1, isMoreDue: false });
    expect(told.at(-1)).to.equal('free');
  });
});
