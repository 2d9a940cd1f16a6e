import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { noticeSending, type SendNoticesPorts } from '../../../src/app/notices/send-notices.js';
import { createLaneServer } from '../../../src/app/outbox/serve-lanes.js';
import type { NoticeStore, NoticeTarget } from '../../../src/app/ports/notice-store.js';
import type { Admission } from '../../../src/core/destination-gate/admission.js';
import { noticeLane } from '../../../src/core/person/buyer-notice.js';
import { PLAIN_SEALER } from '../../support/plain-sealer.js';
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

  const of = (buyer_id: string, n: number, is_test = false) => {
    const id = `${buyer_id} ${n} ${is_test}`;
    const content = {
      ...{ event: 'revocation' as const, at: minute(0), buyer_id, is_test, lead_id: `lead ${n}` },
    };
    return {
      ...{ id, kind: 'notice' as const, lane: noticeLane(content), subject: id, order: 0 },
      ...{ created_at: minute(0), content },
    };
  };
  beforeEach(async () => {
    told = [];
    for (const name of ['buyer_notices', 'outbox_lanes']) await connection.collection(name).deleteMany({});
    const many = Array.from({ length: 45 }, (_, n) => of('busy', n));
    await notices.add([...many, of('free', 0)], minute(0));
  });

  const revocation = { url: 'https://buyer.example/r', test_url: 'https://buyer.example/test' };
  const buyers = new Map(['busy', 'free'].map((id) => [id, { id, handle: id, revocation }]));
  const attempts = [...buyers.keys()].map((buyer_id) => ({ submission: 1, sent_to: { buyer_id } }));
  /** One look. `admit`: what the gate says of the busy buyer. Time goes on while a lane waits. */
  async function look(at: number, admit: () => Admission, busy = 'busy:revocation'): Promise<void> {
    let now = minute(at);
    const ports = {
      ...{ sealer: PLAIN_SEALER, log: silentLog, clock: () => now },
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
    } as unknown as SendNoticesPorts;
    const pause = (ms: number): Promise<void> => {
      now = new Date(now.getTime() + ms);
      return Promise.resolve();
    };
    const lanes = { outbox: notices, clock: ports.clock, log: silentLog, random: () => 0, pause };
    const server = createLaneServer(lanes, noticeSending(ports));
    await server.look();
    await server.idle();
  }
  const down = (): Admission => ({ outcome: 'wait', why: 'destination_down', for_ms: 300_000 });

  it('is not delayed by one that is down, whose notices are left to somebody after three days, all of them', async () => {
    await look(1, down);
    expect(told).to.deep.equal(['free']);
    await look(DAYS_3, down);
    expect(await notices.waitingForHand()).to.include({ count: 0 });
    await look(DAYS_3 + 6, down);
    expect(await notices.waitingForHand()).to.include({ count: 45 });
  });

  it('is not delayed by a test address of its own that is down', async () => {
    await notices.add([of('busy', 99, true)], minute(0));
    await look(1, down, 'busy:revocation:test');
    expect(told.filter((buyer) => buyer === 'busy')).to.have.lengthOf(45);
  });

  it('is not delayed by a throttle, which is used at its rate for a turn', async () => {
    let free = 1;
    let asked = 0;
    /** One of each ten that ask at once. */
    const throttled = (): Admission => {
      if (asked % 10 === 0) free = 1;
      asked += 1;
      return (free -= 1) >= 0 ? { outcome: 'go' } : { outcome: 'wait', why: 'throttled', for_ms: 2_000 };
    };
    await look(1, throttled);
    expect(told.filter((buyer) => buyer === 'free')).to.have.lengthOf(1);
    expect(told.filter((buyer) => buyer === 'busy')).to.have.lengthOf(6);
    const open = await notices.list({ state: 'open', limit: 100 });
    expect(open).to.have.lengthOf(39);
  });
});
