import { expect } from 'chai';
import fc from 'fast-check';
import { OutageError } from '../../../../src/app/outage.js';
import { createBatchQueue, type BatchLimits } from '../../../../src/platform/mongo/batches/batch-queue.js';
import { fakeClock } from '../../../support/fake-clock.js';

interface Op {
  readonly n: number;
  readonly record: string;
  readonly bytes: number;
}

/** A queue whose batches are answered by hand. */
function handed(limits: BatchLimits) {
  const sent: { readonly ops: readonly Op[]; readonly answer: (poisoned?: number) => void }[] = [];
  const run = createBatchQueue<Op, string>(
    {
      recordsOf: ({ record }) => [record],
      bytesOf: ({ bytes }) => bytes,
      send: (ops) =>
        new Promise((resolve) => {
          sent.push({
            ops,
            answer: (poisoned) => {
              resolve(
                ops.map(({ n }) =>
                  n === poisoned
                    ? { status: 'rejected', reason: new Error(`${n}`) }
                    : { status: 'fulfilled', value: `did ${n}` },
                ),
              );
            },
          });
        }),
    },
    limits,
  );
  return { run, sent };
}
/** An answer is heard in one turn of the event loop, and what it lets go leaves at the end of the next. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a queue that makes batches', () => {
  it('does not send what has waited longer than its caller', async () => {
    const { run, sent } = handed({ atOnce: 1, most: 2, mostBytes: 1_000, mostWaitMs: 1_000 });
    const clock = await fakeClock();
    const ends = Promise.allSettled([0, 1, 2, 3, 4].map((n) => run({ n, record: 'one', bytes: 1 })));
    await settle();
    clock.stall(1_001);
    const late = run({ n: 5, record: 'one', bytes: 1 });
    sent[0]?.answer();
    await settle();
    sent[1]?.answer();
    expect(await late).to.equal('did 5');
    await clock.restore();
    expect(sent.map(({ ops }) => ops.map(({ n }) => n))).to.deep.equal([[0], [5]]);
    expect(
      (await ends).map((end) => end.status === 'rejected' && end.reason instanceof OutageError),
    ).to.deep.equal([false, true, true, true, true]);
  });

  it('sends together what one turn of the event loop brings, and then what came meanwhile', async () => {
    const { run, sent } = handed({ atOnce: 1, most: 10, mostBytes: 1_000 });
    const bring = (...ns: number[]) => ns.map((n) => run({ n, record: `r${n}`, bytes: 1 }));
    const batches = () => sent.map(({ ops }) => ops.map(({ n }) => n));
    const first = bring(0, 1);
    expect(batches()).to.deep.equal([]);
    await settle();
    expect(batches()).to.deep.equal([[0, 1]]);
    const meanwhile = bring(2);
    await settle();
    meanwhile.push(...bring(3));
    await settle();
    expect(batches()).to.deep.equal([[0, 1]]);
    sent[0]?.answer();
    await settle();
    expect(batches()).to.deep.equal([
      [0, 1],
      [2, 3],
    ]);
    sent[1]?.answer(2);
    const ended = await Promise.allSettled([...first, ...meanwhile]);
    expect(ended.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('rejects a whole batch if sending it fails', async () => {
    const run = createBatchQueue<number, number>(
      { recordsOf: () => [], bytesOf: () => 1, send: () => Promise.reject(new Error('away')) },
      { atOnce: 1, most: 10, mostBytes: 1_000 },
    );
    const ended = await Promise.allSettled([run(1), run(2)]);
    expect(ended.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });

  it('keeps its ceilings and the order of each record, whatever comes and whenever answers come', async () => {
    const story = fc.record({
      limits: fc.record({
        atOnce: fc.integer({ min: 1, max: 3 }),
        most: fc.integer({ min: 1, max: 4 }),
        mostBytes: fc.integer({ min: 1, max: 10 }),
      }),
      ops: fc.array(
        fc.record({
          record: fc.constantFrom('a', 'b', 'c'),
          bytes: fc.integer({ min: 1, max: 15 }),
          answer: fc.boolean(),
        }),
        { maxLength: 30 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ limits, ops }) => {
        const { run, sent } = handed(limits);
        const answered = new Set<number>();
        const open = (): Op[] => sent.filter((_, at) => !answered.has(at)).flatMap(({ ops: some }) => some);
        const answerOldest = async (): Promise<boolean> => {
          await settle();
          const at = sent.findIndex((_, i) => !answered.has(i));
          if (at < 0) return false;
          answered.add(at);
          sent[at]?.answer();
          await settle();
          return true;
        };
        const look = (): void => {
          const inFlight = sent.filter((_, at) => !answered.has(at));
          expect(inFlight.length).to.be.at.most(limits.atOnce);
          const records = open().map(({ record }) => record);
          expect(new Set(records).size, 'one operation of a record in flight').to.equal(records.length);
        };
        const ends: Promise<string>[] = [];
        for (const [n, { record, bytes, answer }] of ops.entries()) {
          ends.push(run({ n, record, bytes }));
          look();
          if (answer) await answerOldest();
          look();
        }
        while (await answerOldest()) look();
        expect(await Promise.all(ends)).to.deep.equal(ops.map((_, n) => `did ${n}`));
        for (const { ops: batch } of sent) {
          expect(batch.length).to.be.at.most(limits.most);
          const bytes = batch.reduce((sum, { bytes: one }) => sum + one, 0);
          expect(batch.length === 1 || bytes <= limits.mostBytes).to.equal(true);
        }
        for (const record of ['a', 'b', 'c']) {
          const order = sent.flatMap(({ ops: batch }) =>
            batch.filter((op) => op.record === record).map(({ n }) => n),
          );
          expect(order).to.deep.equal([...order].sort((x, y) => x - y));
        }
      }),
    );
  });
});
