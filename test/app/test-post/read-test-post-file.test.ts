import { expect } from 'chai';
import { readTestPostFile } from '../../../src/app/test-post/read-test-post-file.js';

const read = (body: object) => readTestPostFile(JSON.stringify(body));

describe('a file for a test post', () => {
  it('is read as the API reads a body: texts are trimmed, null and blank text are not sent', () => {
    const lead = {
      personal: { email: ' ann@example.com ', phone: null },
      phone: '6085550100',
      state: ' ',
      dob: '',
    };
    const file = read({ lead, program_id: ' bsn ', tracking: { subid: null }, visit: ' yes ', note: ' ' });
    expect(file).to.have.deep.nested.property('input.lead', {
      personal: { email: 'ann@example.com', phone: '6085550100' },
    });
    expect(file).to.have.nested.include({ 'input.program_id': 'bsn', 'input.answers.visit': 'yes' });
    expect(file).to.not.have.nested.property('input.answers.note');
  });

  it('with a value that the API refuses is refused', () => {
    const fault = 'personal.phone is no value that the API takes';
    expect(read({ phone: '(608) 555-0100' })).to.deep.equal({ ok: false, fault });
  });

  it('is read in loose formats where an affiliate may send them', () => {
    const lead = { phone: '(608) 555-0100', state: 'wi', dob: '19900228' };
    const file = readTestPostFile(JSON.stringify({ lead }), { loose_on: '2026-11-28' });
    expect(file).to.have.deep.nested.property('input.lead.personal.phone', '6085550100');
    expect(file).to.have.nested.property('input.lead.personal.date_of_birth', '1990-02-28');
    expect(file).to.have.nested.property('input.lead.address.state', 'WI');
  });
});
