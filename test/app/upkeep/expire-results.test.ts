import { expect } from 'chai';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { expireOld } from '../../../src/app/upkeep/expire.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { eachOf } from '../../support/each-of.js';
import { fakeWork } from '../../support/fakes/fake-work.js';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T17:00:00Z');
const ago = (days: number): string => new Date(NOW.getTime() - days * DAY_MS).toISOString();

/** From when on each kind of thing is old. */
async function expiredBefore(catalogue: Catalogue): Promise<Record<string, string>> {
  const { ports } = fakeWork(catalogue, NOW);
  const before: Record<string, string> = {};
  const told = (what: string) => (at: Date) => {
    before[what] = at.toISOString();
    return Promise.resolve(0);
  };
  const watched: WorkPorts = {
    ...ports,
    leads: { ...ports.leads, expireIdempotencyKeys: told('idempotency keys') },
    boundKeys: { ...ports.boundKeys, expire: (at) => told('bound keys')(at).then(() => undefined) },
    searches: { ...ports.searches, forgetTerms: told('terms') },
    claims: {
      ...ports.claims,
      old(at) {
        void told('claims')(at);
        return eachOf([]);
      },
    },
  };
  await expireOld(watched);
  return before;
}

describe('what the sweeper calls old', () => {
  const windows = (...days: readonly (number | null)[]): Catalogue =>
    testCatalogue({
      offers: Object.fromEntries(
        [IDS.shared, IDS.exclusive, IDS.trueExclusive, IDS.partner].map((id, i) => {
          const window_days = days[i];
          const duplicates = { match: ['email'], scope: 'offer' } as const;
          return [
            id,
            typeof window_days === 'number' ? { duplicates: { ...duplicates, window_days } } : null,
          ];
        }),
      ),
    });

  it('idempotency keys after a day, terms five minutes after they expire, claims after the longest window', async () => {
    expect(await expiredBefore(windows(30, 90, 60, 1))).to.deep.equal({
      'idempotency keys': ago(1),
      'bound keys': ago(1),
      terms: new Date(NOW.getTime() - 300_000).toISOString(),
      claims: ago(90),
    });
  });

  it('claims of the only offer by its window', async () => {
    expect((await expiredBefore(windows(7)))['claims']).to.equal(ago(7));
  });

  it('no claims when no offer says what is old', async () => {
    expect(await expiredBefore(windows())).to.have.all.keys('idempotency keys', 'bound keys', 'terms');
  });
});
