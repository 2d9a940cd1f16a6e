import { expect } from 'chai';
import { MissingDataKeyError, OutageError } from '../../src/app/outage.js';
import { createFailures } from '../../src/app/each-separately.js';
import { bisectOnFailure } from '../../src/app/bisect-on-failure.js';

/** What is wrong with some records. */
type FaultOf = Readonly<Partial<Record<string, Error>>>;
const BAD = new Error('a bad record');
const LOCKED = new MissingDataKeyError('second');
const AWAY = new OutageError('MongoDB', new Error('away'));

function watch(ids: readonly string[]) {
  let told = 0;
  const log = { info: () => undefined, warn: () => undefined, error: () => void (told += 1) };
  const failures = createFailures(log);
  /** Returns the steps that were taken, and the records that worked. */
  async function run(faults: FaultOf, isApart?: (id: string) => boolean) {
    const steps: string[] = [];
    const records = ids.map((id) => ({ id }));
    const worked = await bisectOnFailure(failures, records, {
      what: 'publishing',
      act(some) {
        steps.push(some.map(({ id }) => id).join(''));
        const fault = some.map(({ id }) => faults[id]).find((one) => one !== undefined);
        return fault ? Promise.reject(fault) : Promise.resolve();
      },
      ...(isApart && { isApart: ({ id }) => isApart(id) }),
    });
    return `${steps.sort().join(' ')}: ${worked
      .map(({ id }) => id)
      .sort()
      .join('')}`;
  }
  return { run, told: () => told };
}

describe('records together, or those that fail alone', () => {
  const cases: readonly [string, readonly FaultOf[], readonly string[], number][] = [
    ['none fails', [{}, {}], ['abcd: abcd', 'abcd: abcd'], 0],
    [
      'one fails, and is kept out of the next step',
      [{ b: BAD }, { b: BAD }],
      ['a ab abcd b cd: acd', 'acd b: acd'],
      1,
    ],
    [
      'one that worked again is back in the step',
      [{ b: BAD }, {}, {}],
      ['a ab abcd b cd: acd', 'acd b: abcd', 'abcd: abcd'],
      1,
    ],
    [
      'another fails too',
      [{ b: BAD }, { b: BAD, c: LOCKED }],
      ['a ab abcd b cd: acd', 'a acd b c cd d: ad'],
      2,
    ],
    ['all fail', [{ a: BAD, b: BAD, c: BAD, d: BAD }, {}], ['a ab abcd b c cd d: ', 'a b c d: abcd'], 4],
    ['one seems to be an outage', [{ b: AWAY }, { b: AWAY }], ['a abcd b c d: acd', 'acd b: acd'], 1],
  ];
  for (const [name, faults, expected, told] of cases)
    it(name, async () => {
      const { run, told: of } = watch(['a', 'b', 'c', 'd']);
      const found: string[] = [];
      for (const fault of faults) found.push(await run(fault));
      expect(found).to.deep.equal(expected);
      expect(of()).to.equal(told);
    });

  it('keeps out of the step what the caller says', async () => {
    const { run } = watch(['a', 'b', 'c', 'd']);
    expect(await run({ b: BAD }, (id) => id === 'b' || id === 'd')).to.equal('ac b d: acd');
  });

  it('throws on an outage, and blames no record', async () => {
    for (const ids of [['a'], ['a', 'b'], ['a', 'b', 'c', 'd']]) {
      const { run, told } = watch(ids);
      const all = Object.fromEntries(ids.map((id) => [id, AWAY]));
      expect(await run(all).catch((error: unknown) => error)).to.equal(AWAY);
      expect(told()).to.be.at.most(2);
    }
  });

  const many = Array.from({ length: 26 }, (_, i) => `r${i} `);

  it('throws what 26 records meet if none works, and blames none', async () => {
    const { run, told } = watch(many);
    const all = Object.fromEntries(many.map((id) => [id, BAD]));
    expect(await run(all).catch((error: unknown) => error)).to.equal(BAD);
    expect(told()).to.equal(0);
  });

  it('tries ten of many that fail again, and others the next time', async () => {
    const { run } = watch([...many, 'good']);
    await run(Object.fromEntries(many.map((id) => [id, BAD])));
    let back = 0;
    for (let turn = 0; turn < 3; turn += 1) back += (await run({})).split(': ')[1]!.split('r').length;
    expect(back).to.be.at.least(26);
  });
});
