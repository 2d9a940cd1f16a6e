import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { LEAD_CSV_HEAD, leadCsvRow } from '../../../src/app/lead-files/lead-csv.js';
import { aLead, minute } from '../../support/stored-records.js';

describe('a lead as a line of CSV', () => {
  it('counts the attempts of its present submission alone, as its other columns are of it', () => {
    const attempt = testAttempt({
      number: 1,
      submission: 1,
      at: minute(0),
      timeout_ms: 1_000,
      outcome: 'never_sent',
    });
    const attempts = [attempt, { ...attempt, number: 2 }, { ...attempt, number: 3, submission: 2 }];
    const row = leadCsvRow(aLead({ submission: 2, attempts }), (id) => id);
    expect(row[LEAD_CSV_HEAD.indexOf('attempts')]).to.equal(1);
  });
});
