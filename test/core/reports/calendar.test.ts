import { expect } from 'chai';
import { daysBetween } from '../../../src/core/reports/calendar.js';

describe('the days of a report', () => {
  it('end with the last day that can be named', () => {
    const days = daysBetween('9999-12-30', '9999-12-31', 'America/Chicago');
    expect(days.map(({ day }) => day)).to.deep.equal(['9999-12-30', '9999-12-31']);
    expect(days.at(-1)?.to).to.deep.equal(new Date('+010000-01-01T06:00:00Z'));
  });
});
