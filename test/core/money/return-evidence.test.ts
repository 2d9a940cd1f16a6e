import { expect } from 'chai';
import { cleanEvidence } from '../../../src/core/money/return-evidence.js';
import { soldLead } from '../../support/returns.js';

describe('the evidence of a return request', () => {
  const rows: [string, string, object | undefined][] = [
    ['words', 'The number rings out', { text: 'The number rings out' }],
    [
      'links beside words',
      'See https://crm.example/calls/17?at=2026-11-21, and (http://a.example/b).',
      { text: 'See, and.', links: ['https://crm.example/calls/17?at=2026-11-21', 'http://a.example/b'] },
    ],
    ['one link twice', 'https://a.example/ https://a.example/', { links: ['https://a.example/'] }],
    ['addresses and numbers of people', 'ann@example.com said 555 123 4567', { text: 'Said' }],
    [
      'a link with an address or a password',
      'https://a.example/?m=a%40b.example https://u:p@a.example/',
      undefined,
    ],
    [
      'no script, and no markup',
      '<script>alert(1)</script> javascript:alert(1)',
      { text: 'Alert(1) javascript:alert(1)' },
    ],
    ['control characters', 'a\u001b[31m b\u202ec', { text: 'A [31m b c' }],
    ['nothing', ' \n ', undefined],
  ];
  for (const [what, said, kept] of rows)
    it(`keeps of ${what}: ${JSON.stringify(kept)}`, () => {
      expect(cleanEvidence(said, soldLead())).to.deep.equal(kept);
    });

  const person = {
    ...soldLead(),
    lead: {
      personal: { first_name: 'Zoe', last_name: 'Quinn', email: 'zoe.q@a.example', phone: '6085550177' },
    },
  };
  for (const link of [
    'https://a.example/+16085550177/call.mp3',
    'https://a.example/%2B16085550177',
    'https://a.example/call?to=(608)%20555-0177',
    'https://a.example/?name=Zo%65+Smith',
  ])
    it(`leaves out a link that names the person: ${link}`, () => {
      expect(cleanEvidence(`Heard ${link}`, person)).to.deep.equal({ text: 'Heard' });
    });

  it('has nothing of the person of the lead, and nothing at all once that is removed', () => {
    const lead = soldLead();
    const said = `${lead.lead.personal?.['first_name']} hung up https://a.example/1`;
    expect(JSON.stringify(cleanEvidence(said, lead))).to.not.contain(lead.lead.personal?.['first_name']);
    const forgotten = { at: new Date(), why: 'erasure' } as const;
    expect(cleanEvidence(said, { ...lead, forgotten })).to.equal(undefined);
  });
});
