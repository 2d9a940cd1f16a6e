import { expect } from 'chai';
import { createGeo } from '../../../src/platform/geo/geo.js';

describe('geo', () => {
  const geo = createGeo();
  const cases: readonly [string, string, string, number, number][] = [
    ['the same ZIP', '53703', '53703', 0, 0],
    ['Madison to Chicago', '53703', '60601', 115, 130],
    ['New York to Los Angeles', '10001', '90001', 2_400, 2_500],
    ['Honolulu to Anchorage', '96813', '99501', 2_750, 2_850],
  ];
  for (const [what, a, b, from, to] of cases)
    it(`${what}: ${from}–${to} miles, both ways`, () => {
      expect(geo.miles(a, b)).to.be.within(from, to);
      expect(geo.miles(b, a)).to.equal(geo.miles(a, b));
    });

  for (const unknown of ['00000', 'K1A', 'constructor', ''])
    it(`does not know "${unknown}"`, () => {
      expect(geo.miles('53703', unknown)).to.equal(undefined);
      expect(geo.miles(unknown, '53703')).to.equal(undefined);
    });
});
