import { expect } from 'chai';
import { ageOn } from '../../../src/core/lead/age.js';

const born = (date_of_birth: string) => ({ personal: { date_of_birth } });

describe('ageOn', () => {
  const CASES: readonly [string, Parameters<typeof ageOn>[0], string, string, number | undefined][] = [
    ['the day before the birthday', born('2000-06-15'), '2018-06-14T12:00:00Z', 'UTC', 17],
    ['on the birthday', born('2000-06-15'), '2018-06-15T00:00:00Z', 'UTC', 18],
    ['still the day before in Chicago', born('2000-06-15'), '2018-06-15T04:59:59Z', 'America/Chicago', 17],
    ['midnight in Chicago', born('2000-06-15'), '2018-06-15T05:00:00Z', 'America/Chicago', 18],
    ['already the day in Tokyo', born('2000-06-15'), '2018-06-14T15:00:00Z', 'Asia/Tokyo', 18],
    ['born on 29 February, 28 February', born('2004-02-29'), '2022-02-28T12:00:00Z', 'UTC', 17],
    ['born on 29 February, 1 March', born('2004-02-29'), '2022-03-01T12:00:00Z', 'UTC', 18],
    ['born on 29 February, leap year', born('2004-02-29'), '2024-02-29T12:00:00Z', 'UTC', 20],
    ['the day of birth', born('2026-01-01'), '2026-01-01T12:00:00Z', 'UTC', 0],
    [
      'date of birth before age',
      { personal: { date_of_birth: '2000-01-01', age: '50' } },
      '2020-06-01T00:00:00Z',
      'UTC',
      20,
    ],
    ['age alone', { personal: { age: '34' } }, '2020-06-01T00:00:00Z', 'UTC', 34],
    ['neither', { personal: {} }, '2020-06-01T00:00:00Z', 'UTC', undefined],
    ['no lead at all', {}, '2020-06-01T00:00:00Z', 'UTC', undefined],
  ];
  for (const [name, lead, now, zone, age] of CASES)
    it(`${name}: ${age ?? 'not known'}`, () => {
      expect(ageOn(lead, new Date(now), zone)).to.equal(age);
    });

  it('throws on a time zone that does not exist', () => {
    expect(() => ageOn(born('2000-01-01'), new Date(0), 'Mars/Olympus')).to.throw(RangeError);
  });
});
