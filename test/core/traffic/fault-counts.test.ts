import { expect } from 'chai';
import { faultsBy } from '../../../src/core/traffic/fault-counts.js';
import { failInsteadOfHanging } from '../../support/fail-instead-of-hanging.js';

describe('refused calls are added up', () => {
  it('by affiliate, the most frequent faults first, ten of them', () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({
      ...{ affiliate_id: 'a', code: 'INVALID_FIELD', field: `f${n}`, count: n + 1, last_at: new Date(n) },
    }));
    const sums = faultsBy([...rows, { ...rows[0]!, campaign_id: 'c', count: 20 }], 'affiliate_id');
    expect(sums.get('a')).to.deep.include({ count: 98, last_at: new Date(11) });
    expect(sums.get('a')?.by_fault.map(({ field }) => field)).to.deep.equal([
      ...['f0', 'f11', 'f10', 'f9', 'f8', 'f7', 'f6', 'f5', 'f4', 'f3'],
    ]);
  });

  it('of very many at once', () => {
    const last_at = new Date(0);
    const rows = Array.from({ length: 200_000 }, (_, n) => ({
      ...{ affiliate_id: 'a', code: 'INVALID_FIELD', field: `f${n}`, count: 1, last_at },
    }));
    expect(failInsteadOfHanging(() => faultsBy(rows, 'affiliate_id')).get('a')?.count).to.equal(200_000);
  });
});
