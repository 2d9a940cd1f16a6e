import { expect } from 'chai';
import { createFailures, eachSeparately } from '../../src/app/each-separately.js';
import { MissingDataKeyError, OutageError } from '../../src/app/outage.js';

/** What went wrong with each of some records, in their order; undefined: nothing. */
type Faults = readonly (Error | undefined)[];
const BAD = new Error('a bad record');
const LOCKED = new MissingDataKeyError('second');
const AWAY = new OutageError('MongoDB', new Error('away'));

function watch() {
  const told: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (about: object, text: string) => void told.push(`${JSON.stringify(about)} ${text}`),
  };
  const failures = createFailures(log);
  const run = (faults: Faults) =>
    eachSeparately(
      failures,
      faults.map((fault, i) => ({ id: `r${i}`, fault })),
      {
        what: 'closing a search',
        idOf: ({ id }) => id,
        act: ({ fault }) => (fault ? Promise.reject(fault) : Promise.resolve()),
      },
    );
  return { told, failures, run };
}

describe('each record alone', () => {
  it('goes on after one that fails, and tells which it worked with', async () => {
    const { run, told, failures } = watch();
    expect((await run([undefined, BAD, undefined])).map(({ id }) => id)).to.deep.equal(['r0', 'r2']);
    expect(told).to.have.length(1);
    expect(told[0]).to.match(/"record_id":"r1".*closing a search failed/);
    expect(failures.known()).to.equal(1);
  });

  it('tells of one that fails again only after it has worked', async () => {
    const { run, told, failures } = watch();
    for (const fault of [BAD, BAD, undefined, BAD]) await run([fault]);
    expect(told).to.have.length(2);
    expect(failures.known()).to.equal(1);
    await run([undefined]);
    expect(failures.known()).to.equal(0);
  });

  const thrown = async (faults: Faults): Promise<boolean> => {
    try {
      await watch().run(faults);
      return false;
    } catch (error) {
      expect(error).to.equal(AWAY);
      return true;
    }
  };
  const outages: readonly [string, Faults, boolean][] = [
    ['two outages in a row', [AWAY, AWAY, undefined], false],
    ['three outages in a row', [undefined, AWAY, AWAY, AWAY], true],
    ['three outages, one record between them that worked', [AWAY, AWAY, undefined, AWAY], false],
    ['three outages, one bad record between them', [AWAY, AWAY, BAD, AWAY], false],
    ['records whose data key is missing', [LOCKED, LOCKED, LOCKED, LOCKED, undefined], false],
    ['bad records alone', [BAD, BAD, BAD, BAD], false],
  ];
  for (const [name, faults, ends] of outages)
    it(`${name}: ${ends ? 'the service is away' : 'goes on'}`, async () => {
      expect(await thrown(faults)).to.equal(ends);
    });

  it('tells of one with two items, of which one fails, once', async () => {
    const { failures, told } = watch();
    for (let turn = 0; turn < 2; turn += 1)
      await eachSeparately(failures, [BAD, undefined], {
        what: 'applying an effect',
        idOf: () => 'r',
        act: (fault) => (fault ? Promise.reject(fault) : Promise.resolve()),
      });
    expect(told).to.have.length(1);
  });

  it('remembers 10,000 that fail, then begins anew', () => {
    const { failures } = watch();
    for (let i = 0; i < 10_000; i += 1) failures.failed(`r${i}`, BAD, 'x');
    expect(failures.known()).to.equal(10_000);
    failures.failed('one more', BAD, 'x');
    expect(failures.known()).to.equal(1);
  });

  it('tells of each kind of failure of a record, and of none again because another worked', () => {
    const { failures, told } = watch();
    const fail = (what: string): void => {
      failures.failed('r', BAD, what);
    };
    fail('publishing');
    failures.worked('r', 'clearing');
    fail('publishing');
    expect([told.length, failures.fails('r', 'publishing'), failures.fails('r', 'clearing')]).to.deep.equal([
      ...[1, true, false],
    ]);
    fail('clearing');
    expect(told).to.have.length(2);
  });
});
