import { expect } from 'chai';
import { unreachableMessage } from '../../src/cli/wiring/unreachable-message.js';
import { renderBacktest } from '../../src/cli/render/backtest.js';
import { renderChanges } from '../../src/cli/render/changes.js';
import { maskAddress, maskAnything, maskField } from '../../src/core/masking/mask.js';
import { maskLeadRecord, maskSearchRecord } from '../../src/core/masking/mask-records.js';
import { versionLine } from '../../src/cli/report-change.js';
import { renderSearch } from '../../src/cli/render/search.js';
import { renderPairs, renderTable } from '../../src/cli/render/table.js';
import { renderTry } from '../../src/cli/render/try.js';
import { formatLength, formatOffset, formatTime } from '../../src/cli/render/time.js';
import { storedResult } from '../support/stored-search.js';
import { testLead, testSearch } from '../support/records.js';

const START = new Date('2026-11-21T17:00:00.000Z');
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const names = (id: string): string => (id === 'O' ? 'nursing' : 'someone');

describe('times', () => {
  for (const [ms, text] of [
    [0, '0 ms'],
    [999, '999 ms'],
    [1_200, '1.2 s'],
    [59_940, '59.9 s'],
    [200_000, '3 m 20 s'],
    [7_500_000, '2 h 5 m'],
    [3_600_000, '1 h'],
    [273_600_000, '3 d 4 h'],
  ] as const)
    it(`says ${ms} ms as ${text}`, () => {
      expect(formatLength(ms)).to.equal(text);
    });

  it('says when, in UTC, and how long after', () => {
    expect(formatTime(START)).to.equal('2026-11-21 17:00:00.000 UTC');
    expect([formatOffset(START, after(1.2)), formatOffset(START, after(-2))]).to.deep.equal([
      '+1.2 s',
      '-2.0 s',
    ]);
  });
});

describe('versions', () => {
  it('are one line, also with the message of a commit as their comment', () => {
    const version = {
      version: 2,
      subject: null,
      at: START,
      by: 'ann@desk',
      how: 'apply' as const,
      comment: 'Lower caps\n\nfour_eyes: false',
      files_from: 'given' as const,
    };
    expect(versionLine(version)).to.equal(
      'version 2, 2026-11-21 17:00:00.000 UTC, ann@desk, apply: Lower caps four_eyes: false',
    );
  });
});

describe('masks', () => {
  for (const [path, text, masked] of [
    ['personal.email', 'jane@mail.example.com', 'j•••@m•••.com'],
    ['personal.email', 'x', 'x•••@•••'],
    ['personal.phone', '6085550234', '•••••••234'],
    ['personal.first_name', 'Jane', 'J•••'],
    ['personal.date_of_birth', '1990-01-31', '••••-••-••'],
    ['address.address_line_1', '1 Main St', '•••'],
    ['address.zip_code', '53703', '537••'],
    ['address.state', 'WI', 'WI'],
    ['education.education_level', 'ged', 'ged'],
  ] as const)
    it(`shows ${path} as ${masked}`, () => {
      expect(maskField(path, text)).to.equal(masked);
    });

  it('hides the rest of an address, and anything a caller made up', () => {
    expect(maskAddress('203.0.113.7')).to.equal('203.0.•••');
    expect(maskAddress('2001:db8::7')).to.equal('2001:db8:•••');
    expect(maskAnything({ a: ['x', 5, true, null, { b: 'y' }] })).to.deep.equal({
      a: ['•••', '•••', true, null, { b: '•••' }],
    });
  });

  it('leaves nothing of the person in a lead', () => {
    const person = { personal: { email: 'jane@example.com', last_name: 'Roe' }, extra: { ssn: 'jane' } };
    const record = testLead({
      lead: person,
      extra: { deep: { note: 'jane' } },
      answers: { nickname: 'jane' },
      tracking: { ip_address: '203.0.113.7', utm_source: 'google', click_id: 'jane' },
      consent: {
        ...testLead().consent,
        cert_url: 'https://cert.example/jane?x=jane',
        universal_lead_ref: 'jane',
      },
    });
    const text = JSON.stringify(maskLeadRecord(record));
    expect(text).to.not.match(/jane|Roe|203\.0\.113/);
    expect(text).to.contain('google').and.to.contain('https://cert.example/•••');
  });

  it('leaves nothing of the person in what was shown to them and agreed to', () => {
    const lead = { personal: { first_name: 'Jane', last_name: 'Roe', phone: '6085550234' } };
    const shown = 'I, Jane Roe, agree to be called at (608) 555-0234.';
    const consent = { ...testLead().consent, text: shown, button_label: 'Call Jane' };
    const result = storedResult();
    const terms = {
      ...result.terms,
      ...{ offer_name: 'For Jane', tcpa_text: shown, school: { name: 'Roe College' } },
      programs: [{ value: 'bsn', label: 'Nursing for Jane' }],
      form_fields: [
        {
          name: 'start',
          label: 'When, Jane?',
          type: 'select' as const,
          required: true,
          options: [{ value: 'now', label: 'Now, for Jane Roe' }],
        },
      ],
    };
    const fallback = {
      ...{ lead_id: 'L', offer_id: 'O', buyer_id: 'B', data_hash: 'h', answers: { nickname: 'Janey' } },
      consent: { ...consent, cert_url: 'https://cert.example/Jane', ip_address: '203.0.113.7' },
    };
    const gone = { lead_id: 'M', offer_id: 'P' } as typeof fallback;
    const masked = maskLeadRecord(testLead({ lead, consent, terms, fallbacks: [fallback, gone] }));
    const search = maskSearchRecord(testSearch({ lead, results: [{ ...result, terms }] }));
    for (const text of [masked, search].map((one) => JSON.stringify(one)))
      expect(text).to.not.match(/jane|\bRoe|608\)|203\.0\.113/i);
    expect(masked.consent).to.include({
      text: 'I, ••• •••, agree to be called at •••.',
      button_label: 'Call •••',
    });
    expect(masked.fallbacks?.[1]).to.deep.equal(gone);
    const plain = testLead({ lead, terms: result.terms });
    expect(maskLeadRecord(plain)).to.deep.include({ terms: result.terms });
    expect(maskLeadRecord(plain).consent).to.include({
      text: plain.consent.text,
      button_label: plain.consent.button_label,
    });
    const locked = maskLeadRecord(testLead({ lead: {}, terms, lacks_key: 'other' }));
    expect(JSON.stringify(locked.terms)).to.not.match(/jane|\bRoe/i);
  });
});

describe('tables', () => {
  it('have no lines, and nothing in them moves the cursor', () => {
    expect(
      renderTable(
        ['a', 'long'],
        [
          ['xyz', '1'],
          ['\u001b[31mred', 'two\nlines'],
        ],
      ),
    ).to.equal(['A              LONG', 'xyz            1', '\\u001b[31mred  two lines'].join('\n'));
    expect(
      renderPairs([
        ['a', 'x'],
        ['long', undefined],
        ['bb', 'y'],
      ]),
    ).to.equal('  a   x\n  bb  y');
  });
});

describe('renderChanges', () => {
  it('shows expressions by their lines and rules one by one', () => {
    const rule = { when: 'status = 200', outcome: 'accepted' };
    const fields = [
      { path: 'delivery.body', before: '{\n  "a": 1\n}', after: '{\n  "a": 2\n}' },
      { path: 'delivery.answers', before: undefined, after: [rule] },
      { path: 'delivery.encoding', before: undefined, after: 'xml' },
    ];
    expect(
      renderChanges([{ kind: 'offer', handle: 'n', change: 'changed', fields }]).split('\n'),
    ).to.deep.equal([
      '~ offer n',
      '    delivery.body:',
      '      -   "a": 1',
      '      +   "a": 2',
      '    delivery.answers:',
      '      + { when: status = 200, outcome: accepted }',
      '    delivery.encoding: (none) → xml',
    ]);
  });

  it('shows values with their units, and of a list what went and came', () => {
    const fields = [
      { path: 'price_cents', before: undefined, after: 4250 },
      { path: 'delivery.timeout_ms', before: 10_000, after: 5_500 },
      { path: 'offers.x.program_payouts_cents.msn', before: 100, after: 250 },
      { path: 'returns.max_share_bp', before: 1_000, after: 250 },
      { path: 'caps.day', before: undefined, after: { window: 'day', limit: 2 } },
      { path: 'school', before: { name: 'S' }, after: undefined },
      {
        path: 'eligibility',
        before: [{ field: 'a', when_missing: 'fail', test: { in: ['x'] } }, { field: 'b' }],
        after: [{ field: 'b' }, { field: 'a', when_missing: 'pass', test: { min: 1 } }],
      },
      { path: 'holidays', before: ['a', 'b'], after: ['b', 'a'] },
      { path: 'delivery_hours', before: [], after: [{ days: [1, 7], from: 480, to: 1440 }] },
    ];
    expect(
      renderChanges([{ kind: 'offer', handle: 'n', change: 'changed', fields }]).split('\n'),
    ).to.deep.equal([
      '~ offer n',
      '    price: (none) → 42.50',
      '    delivery.timeout: 10s → 5500ms',
      '    offers.x.program_payouts.msn: 1.00 → 2.50',
      '    returns.max_share: 10% → 2.5%',
      '    caps.day: added',
      '    school: removed',
      '    eligibility:',
      '      - { field: a, in: [x] }',
      '      + { field: a, when_missing: pass, min: 1 }',
      '    holidays:',
      '      in a different order',
      '    delivery_hours:',
      '      + { days: [mon, sun], from: 08:00, to: 24:00 }',
    ]);
  });
});

describe('renderSearch', () => {
  it('says for every offer whether it was returned, and why not', () => {
    const refusal = { check: 'eligibility', code: 'NOT_ELIGIBLE', why: 'address.state' } as const;
    const text = renderSearch(
      testSearch({
        state: 'done',
        verdicts: [
          { offer_id: 'O', returned: true, programs_out: [{ program: 'msn', refusal }] },
          { offer_id: 'P', returned: false, refusal },
        ],
      }),
      names,
    );
    expect(text).to.match(
      /\n {2}nursing +returned\n +without msn +NOT_ELIGIBLE, eligibility: address\.state\n/,
    );
    expect(text).to.match(/\n {2}someone +not returned +NOT_ELIGIBLE, eligibility: address\.state\n/);
  });
});

describe('the results of a search', () => {
  it('stand in the order in which the affiliate saw them', () => {
    const result = (id: string, payout_cents: number) => {
      const made = storedResult({ id, run: 1 });
      return { ...made, terms: { ...made.terms, payout_cents } };
    };
    const text = renderSearch(
      testSearch({ run: 1, results: [result('poor', 1_000), result('rich', 3_000)] }),
      names,
    );
    expect(text).to.match(/\n {2}RANK +RESULT +OFFER .*\n {2}1 +rich .*\n {2}2 +poor /);
  });
});

describe('what is left out', () => {
  it('is named by a backtest and by a test post, so that nobody takes it for sound', () => {
    const said = [
      renderBacktest([], { version: 1, leads: 1, searches: 1 }),
      renderTry(
        {
          ...{ offer: 'n', what: 'delivery', missing_secrets: [] },
          request: { method: 'POST', url: '', headers: {}, body: '' },
        },
        { catalogue: 'version 1', lead: 'made up' },
      ),
    ];
    const left = ['uplicates, exclusivity, caps, ', 'the suppression list', 'verification services'];
    for (const text of said) for (const one of left) expect(text).to.contain(one);
    expect(said[0]).to.contain('how answers are read');
  });
});

describe('a server that does not answer', () => {
  it('is no reason to doubt a setting that was not made', () => {
    const said = (env: NodeJS.ProcessEnv) =>
      unreachableMessage('MongoDB', '127.0.0.1:27017', 'MONGO_URL', env);
    expect(said({ MONGO_URL: 'x' })).to.equal(
      'MongoDB at 127.0.0.1:27017 does not answer; is MONGO_URL right?',
    );
    expect(said({})).to.equal(
      'MongoDB at 127.0.0.1:27017 does not answer; MONGO_URL is not set: start MongoDB there, or set it',
    );
  });
});
