import { expect } from 'chai';
import { shownProgram } from '../../../src/app/submit/new-lead.js';

describe('the program of a lead, as it is stored in clear', () => {
  const lead = { personal: { first_name: 'Ann', email: 'ann.lee@example.com', phone: '6085550100' } };
  const programs = [{ value: 'BSN 2024 – Ann' }];
  const CASES: readonly (readonly [sent: string | undefined, stored: string | undefined])[] = [
    [undefined, undefined],
    // The offer's own, whatever it is called.
    ['BSN 2024 – Ann', 'BSN 2024 – Ann'],
    // Another's, or one that this process does not know yet.
    ['rn-to-msn', 'rn-to-msn'],
    // What a caller put into the wrong member.
    ['Ann', '•••'],
    ['ann.lee@example.com', '•••'],
    ['6085550100', '•••'],
    ['["Ann"]', '•••'],
  ];
  for (const [sent, stored] of CASES)
    it(String(sent), () => {
      expect(shownProgram(sent, programs, lead)).to.equal(stored);
    });
});
