import { expect } from 'chai';
import { keepCounted } from '../../../src/app/upkeep/keep-counted.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';

const cap = (id: string) =>
  ({ id, scope: 'offer', window: 'day', limit: 5, time_zone: 'America/New_York' }) as const;

describe('keepCounted', () => {
  it('has a new cap counted before anything is sold, once', async () => {
    const counted = new Set(['old']);
    let catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [cap('old')] } } });
    const keep = () =>
      keepCounted({
        catalogue: { current: () => catalogue },
        capUses: {
          ledgerState: (caps) => Promise.resolve(caps.every(({ id }) => counted.has(id)) ? 'sound' : 'stale'),
        },
        rebuildLedger() {
          counted.add('new');
          return Promise.resolve(true);
        },
      });
    expect(await keep()).to.equal(false);
    catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [cap('old'), cap('new')] } } });
    expect([await keep(), await keep()]).to.deep.equal([true, false]);
  });
});
