import { expect } from 'chai';
import { publishHeads } from '../../../src/app/consent/publish-heads.js';
import type { PublishedHead } from '../../../src/core/consent/consent-chain.js';

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'];
const HEADS = DAYS.map((day, n): PublishedHead => ({ day, hash: `hash-${n}` }));
const take =
  (into: string[], refuses: (day: string) => boolean = () => false) =>
  ({ day }: PublishedHead): Promise<void> => {
    if (refuses(day)) return Promise.reject(new Error(`no place for ${day}`));
    into.push(day);
    return Promise.resolve();
  };

describe('the heads of the chain of consents', () => {
  let waiting = [...HEADS];
  const consents = {
    unpublished: () => Promise.resolve([...waiting]),
    published: (of: string) => Promise.resolve(void (waiting = waiting.filter(({ day }) => day !== of))),
  };
  const publish = (...places: ReturnType<typeof take>[]) =>
    publishHeads({
      ...{ consents, places },
      log: { info: () => undefined },
    }).catch((error: unknown) => (error as Error).message);

  it('reach each place that takes them, and wait for the others', async () => {
    const [first, second, later]: [string[], string[], string[]] = [[], [], []];
    const readOnly = take(first, () => true);
    expect(await publish(readOnly, take(second))).to.equal('no place for 2026-11-20');
    expect([first, second, waiting]).to.deep.equal([[], DAYS, HEADS]);

    const partly = take(first, (day) => day === DAYS[1]);
    expect(await publish(partly, take(second), readOnly)).to.equal(
      'no place for 2026-11-21; no place for 2026-11-20',
    );
    expect(await publish(partly, take(second))).to.equal('no place for 2026-11-21');
    expect(waiting).to.deep.equal(HEADS.slice(1));

    expect(await publish(take(later))).to.equal(2);
    expect([later, waiting, await publish()]).to.deep.equal([DAYS.slice(1), [], 0]);
  });
});
