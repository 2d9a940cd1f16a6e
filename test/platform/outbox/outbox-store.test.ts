import { expect } from 'chai';
import { createLaneServer } from '../../../src/app/outbox/serve-lanes.js';
import type { Outbox, Sent } from '../../../src/app/ports/outbox.js';
import type { NewMessage, OutboxMessage } from '../../../src/core/outbox/outbox-message.js';
import { createOutbox } from '../../../src/platform/mongo/outbox/outbox-store.js';
import { migratedServices } from '../../support/services.js';

const START = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LANE = 'alerts:desk';

describe('the outbox', () => {
  const services = migratedServices();
  let outbox: Outbox;
  let now = START;
  before(async () => {
    const connection = await services.migrated();
    outbox = createOutbox(connection);
  });
  beforeEach(async () => {
    now = START;
    for (const name of ['outbox', 'outbox_lanes'])
      await (await services.connection()).collection(name).deleteMany({});
  });
  after(() => services.close());

  const message = (subject: string, order: number): NewMessage => ({
    ...{ id: `${subject}-${order}`, kind: 'alert', lane: LANE, subject, order },
    ...{ content: { n: order }, created_at: START },
  });
  const batchOf = (messages: number) => ({ subjects: 10, messages });
  const take = (messages = 1, at = now) =>
    outbox.take(LANE, at, new Date(at.getTime() + MINUTE_MS), batchOf(messages));
  const ids = (taken: readonly (readonly OutboxMessage[])[]): string[] =>
    taken.map((messages) => messages.map(({ id }) => id).join(' ')).sort();

  /** Delivers until nothing is due, and returns what arrived. `answers`: those of a receiver, by message. */
  async function deliver(
    answers: (messages: readonly OutboxMessage[]) => Sent = () => ({ ok: true, detail: 'ok' }),
    messages = 1,
  ): Promise<string[]> {
    const arrived: string[] = [];
    const log = { warn: (fields: object) => expect.fail(JSON.stringify(fields)) };
    const ports = { outbox, clock: () => now, random: () => 0, log, pause: () => Promise.resolve() };
    const send = (sent: readonly OutboxMessage[]): Promise<Sent> => {
      const answer = answers(sent);
      if (answer.ok) arrived.push(...sent.map(({ id }) => id));
      return Promise.resolve(answer);
    };
    const given = { giveUpMs: 24 * HOUR_MS, givenUp: 'given up', leaseMs: MINUTE_MS };
    const server = createLaneServer(ports, { batch: batchOf(messages), ...given, send });
    await server.look();
    await server.idle();
    return arrived;
  }
  const failing =
    (id: string, over: Partial<Sent> = {}) =>
    (sent: readonly OutboxMessage[]): Sent =>
      sent[0]?.id === id
        ? { ok: false, detail: 'HTTP 500', status: 500, ...over }
        : { ok: true, detail: 'ok' };

  it('stores a message once, and sends it once', async () => {
    await outbox.add([message('a', 1)], START);
    await outbox.add([message('a', 1), message('a', 2)], START);
    expect(await deliver()).to.deep.equal(['a-1', 'a-2']);
    await outbox.add([message('a', 1), message('a', 2)], START);
    expect(await deliver()).to.deep.equal([]);
  });

  it('is sent a minute later if the process died before it told the lane', async () => {
    await outbox.add([message('a', 1)], START);
    await (await services.connection()).collection('outbox_lanes').deleteMany({});
    expect(await deliver()).to.deep.equal([]);
    now = new Date(START.getTime() + MINUTE_MS);
    expect(await deliver()).to.deep.equal(['a-1']);
  });

  it('stays with the sender that has it when one that slept gives it up', async () => {
    await outbox.add([message('a', 1)], START);
    const [slept] = await take();
    now = new Date(START.getTime() + MINUTE_MS);
    const [has] = await take();
    const failed = { at: now, duration_ms: 1, ok: false, detail: 'HTTP 500' };
    await outbox.failed(slept![0], failed, undefined);
    expect(ids(await take()), 'it is being sent').to.deep.equal([]);
    await outbox.failed(has![0], failed, undefined);
    expect(await outbox.counts()).to.have.nested.property('[0].parked', 1);
  });

  it('takes the first of each subject, and nobody takes that subject meanwhile', async () => {
    await outbox.add([message('a', 2), message('a', 1), message('b', 1)], START);
    expect(ids(await take())).to.deep.equal(['a-1', 'b-1']);
    expect(ids(await take())).to.deep.equal([]);
    now = new Date(START.getTime() + MINUTE_MS);
    expect(ids(await take(5)), 'the sender died').to.deep.equal(['a-1 a-2', 'b-1']);
  });

  it('two senders at once never take the same', async () => {
    await outbox.add(
      Array.from({ length: 20 }, (_, n) => message(`s${n}`, 1)),
      START,
    );
    const taken = await Promise.all([1, 2, 3].map(() => take()));
    const all = taken.flatMap(ids);
    expect(all).to.have.length(new Set(all).size);
  });

  it('a message that fails holds up its own subject alone', async () => {
    await outbox.add([message('a', 1), message('a', 2), message('b', 1), message('b', 2)], START);
    expect(await deliver(failing('a-1'))).to.deep.equal(['b-1', 'b-2']);
    expect(await deliver()).to.deep.equal([]);
    now = new Date(START.getTime() + 10_000);
    expect(await deliver()).to.deep.equal(['a-1', 'a-2']);
  });

  it('a message that always fails is parked after a day, and the next one leaves', async () => {
    await outbox.add([message('a', 1), message('a', 2)], START);
    const arrived: string[] = [];
    for (let minutes = 0; minutes < 25 * 60; minutes += 10) {
      now = new Date(START.getTime() + minutes * MINUTE_MS);
      arrived.push(...(await deliver(failing('a-1'))));
    }
    expect(arrived).to.deep.equal(['a-2']);
    expect(await outbox.counts()).to.deep.equal([{ lane: LANE, waiting: 0, oldest: null, parked: 1 }]);
    const stored = await (
      await services.connection()
    )
      .collection<{ _id: string; attempts: object[] }>('outbox')
      .findOne({ _id: 'a-1' });
    expect(stored?.attempts, 'attempts are bounded').to.have.length(10);
  });

  it('a message that can never arrive is parked at once', async () => {
    await outbox.add([message('a', 1), message('a', 2)], START);
    expect(await deliver(failing('a-1', { final: true }))).to.deep.equal(['a-2']);
  });

  it('a slow sender that lost its lease can not put the message back', async () => {
    await outbox.add([message('a', 1)], START);
    const [[slow] = []] = await take();
    now = new Date(START.getTime() + MINUTE_MS);
    const [[newer] = []] = await take();
    const attempt = { at: now, duration_ms: 1, ok: true, detail: 'ok' };
    await outbox.failed(slow!, { ...attempt, ok: false }, new Date(now.getTime() + HOUR_MS));
    await outbox.delivered([newer!], attempt);
    await outbox.failed(slow!, { ...attempt, ok: false }, undefined);
    expect(await outbox.counts()).to.deep.equal([]);
  });

  it('what ended is forgotten, what waits is not', async () => {
    await outbox.add([message('a', 1), message('b', 1)], START);
    await deliver(failing('b-1'));
    await outbox.forget(new Date(START.getTime() + 1));
    const left = await (await services.connection()).collection('outbox').find().toArray();
    expect(left.map(({ _id }) => String(_id))).to.deep.equal(['b-1']);
  });

  it('one subject with a thousand messages does not hide the others', async () => {
    await outbox.add(
      Array.from({ length: 1_000 }, (_, n) => message('a', n)),
      START,
    );
    await outbox.add([{ ...message('b', 1), created_at: new Date(START.getTime() + 1) }], START);
    now = new Date(START.getTime() + 5);
    expect(await deliver(failing('a-0'))).to.deep.equal(['b-1']);
  });
});
