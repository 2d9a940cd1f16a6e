import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { LEAD_CSV_HEAD, leadCsvRow } from '../../../src/app/lead-files/lead-csv.js';
import { aLead, minute } from '../../support/stored-records.js';

describe('a lead as a line of CSV', () => {
  it('counts the attempts of its present submission alone, as its other columns are of it', () => {
    const attempt = testAttempt({ n: 1, round: 1, at: minute(0), timeout_ms: 1_000, outcome: 'never_sent' });
    const attempts = [attempt, { ...attempt, n: 2 }, { ...attempt, n: 3, round: 2 }];
    const row = leadCsvRow(aLead({ round: 2, attempts }), (id) => id);
    expect(row[LEAD_CSV_HEAD.indexOf('attempts')]).to.equal(1);
  });
});
