import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { nextDocument } from '../../../src/core/catalogue/next-document.js';
import { exportCatalogue } from '../../../src/platform/catalogue-files/export-catalogue.js';
import { BASE, documentOf, withLine } from './base.js';

const MAPPED = withLine(
  40,
  `      method: PUT
      encoding: xml
      body: |
        { "Lead": { "First": lead.personal.first_name, "Address": lead.address.address_line_1 & ", " & lead.address.city,
          "Ref": lead_id } }
      answers:
        - { when: 'status = 200 and body.r.code = "1"', outcome: accepted, reference: body.r.id, price: body.r.pays }
        - when: |
            status = 503 or
            status = 429
          outcome: retry
      test_url: https://crm.example/test
      callback: { secret: "\${secret:HMAC}" }
      timeout: 7s
      throttle: { per_minute: 60 }
      max_in_flight: 20
      breaker: { failures: 3, offer_while_open: true }`,
)
  .replace(
    'every: 1m, for: 72h }',
    'every: 1m, for: 72h, headers: { X-Ask: "${secret:ASK}" }, answers: [{ when: "true", outcome: retry }] }',
  )
  .replace(
    'campaigns:',
    `  - handle: match
    name: Match
    buyer: lakeshore
    kind: partner
    offer_type: shared
    partner:
      search: { url: https://p.example/, method: PUT, encoding: form, body: '{ "z": lead.address.zip_code }', results: 'body.m.{ "reference": i }' }
      submit: { url: https://p.example/s, body: '{ "r": result.reference }', answers: [{ when: 'true', outcome: accepted }] }
campaigns:`,
  );

const BILLED = withLine(
  1,
  'version: 1\nbooks: { name: Heartland, address: "1 Main St\\nMadison", payment_days: 30 }',
).replace(
  'handle: lakeshore\n',
  'handle: lakeshore\n    payment_days: 0\n    address: |\n      2 Lake Rd\n      Chicago\n',
);

const PRICED = BASE.replace('label: Master }', 'label: Master, price: 61.07 }')
  .replace(
    'payout: 30',
    'payout: 30\n        payout_range: [0, 30.29]\n        price: 40\n        prices: { bsn: 0.29, msn: 0 }',
  )
  .replace(
    '    caps: [{ window: day, limit: 200 }]',
    `    caps: [{ window: day, limit: 200, limit_range: [100, 400] }]
    returns:
      within: 14d
      reasons: [{ code: bad_phone, label: The phone number is wrong }, { code: age, label: "Wrong age" }]
      max_share: 2.5%
      reverse_payout: false
      give_back_place: true
      release_claim: true`,
  )
  .replace(
    '    delivery:',
    '    returns: { within: 90m, reasons: [{ code: no_answer, label: Not reachable }] }\n    delivery:',
  );

const STEP = (more: string) => `
      - name: scrub
        url: https://s.example/x
        body: '{ "phone": lead.personal.phone }'
        answers: [{ when: body.ok, outcome: pass, reference: body.id }, { when: "true", outcome: refuse, reason: body.why }]
        when_away: hold${more}`;
const VERIFIED = BASE.replace(
  '    delivery:',
  `    verify:${STEP('\n        cache: 30d\n        timeout: 2s\n        test_url: https://s.example/t\n        method: PUT\n        address: consent.cert_url\n        hosts: [cert.example, "cert.example:8443"]')}\n    delivery:`,
).replace('    affiliate: northwind\n', `    affiliate: northwind\n    verify:${STEP('')}\n`);

const ALERTS = `version: 1
alerts:
  thresholds: { breaker_open: 90s, cap_near: 87.5%, partner_faults: 3, compared: 2h }
  channels:
    - { name: desk, email: [desk@example.com, night@example.com], least: soon, digest: { at: '08:00', time_zone: America/Chicago } }
    - { name: chat, slack: "\${secret:CHAT}" }
    - name: pager
      webhook: http://pager.internal/x
      insecure_http: true
      headers: { Authorization: "Bearer \${secret:PAGER}" }
      least: urgent
  heartbeat: { url: https://beat.example/x, every: 5m }`;

describe('exportCatalogue', () => {
  const withId = withLine(
    16,
    '    name: Nursing\n    id: 11111111-1111-4111-8111-111111111111\n    status: paused',
  );
  for (const [what, text] of [
    ['the base', BASE],
    ['mappings', MAPPED],
    ['prices and returns', PRICED],
    ['books', withLine(1, 'version: 1\nbooks: { currency: EUR, time_zone: Europe/Berlin }')],
    ['alerts', withLine(1, ALERTS)],
    ['four eyes', withLine(1, 'version: 1\nfour_eyes: true')],
    ['no alerts', withLine(1, 'version: 1\nalerts: {}')],
    ['names, addresses and terms', BILLED],
    ['a currency alone', withLine(1, 'version: 1\nbooks: { currency: EUR }')],
    ['given ids and other states', withId.replace('dupe_check: true', 'dupe_check: false')],
    ['limits of an affiliate', withLine(5, '    limits: { search: 600/min:50, results: 60/min }')],
    ['verification steps', VERIFIED],
    ['allowed fallbacks', withLine(45, '    affiliate: northwind\n    allow_fallbacks: true')],
    ['the demo', readFileSync('sandbox/demo-catalogue.yaml', 'utf8')],
    ['nothing', 'version: 1'],
  ] as const)
    it(`gives back ${what}`, () => {
      const document = documentOf(text);
      expect(documentOf(exportCatalogue(document))).to.deep.equal(document);
    });

  it('stores addresses without the line break at their end, and terms of 0 days', () => {
    const { books, buyers } = documentOf(BILLED);
    expect(books).to.deep.equal({ name: 'Heartland', address: '1 Main St\nMadison', payment_days: 30 });
    expect(buyers[0]).to.include({ address: '2 Lake Rd\nChicago', payment_days: 0 });
  });

  it('stores an affiliate’s limits as keys have them', () => {
    const [affiliate] = documentOf(
      withLine(5, '    limits: { search: 600/min:50, results: 60/min }'),
    ).affiliates;
    expect(affiliate?.limits).to.deep.equal({
      search: { per_minute: 600, burst: 50 },
      results: { per_minute: 60, burst: 600 },
    });
  });

  it('keeps allowed fallbacks, and writes them only where they are allowed', () => {
    const allowing = (value: boolean) =>
      documentOf(withLine(45, `    affiliate: northwind\n    allow_fallbacks: ${value}`));
    expect(allowing(true).campaigns[0]?.allow_fallbacks).to.equal(true);
    expect(exportCatalogue(allowing(true))).to.include('allow_fallbacks: true');
    expect(exportCatalogue(allowing(false))).not.to.include('allow_fallbacks');
  });

  it('stores prices in cents, and returns with what was left out', () => {
    const { buyers, offers, campaigns } = documentOf(PRICED);
    expect(buyers[0]?.returns).to.deep.equal({
      within_ms: 1_209_600_000,
      reasons: [
        { code: 'bad_phone', label: 'The phone number is wrong' },
        { code: 'age', label: 'Wrong age' },
      ],
      max_share_bp: 250,
      reverse_payout: false,
      give_back_place: true,
      release_claim: true,
    });
    expect(offers[0]?.returns).to.deep.equal({
      within_ms: 5_400_000,
      reasons: [{ code: 'no_answer', label: 'Not reachable' }],
      max_share_bp: 10_000,
      reverse_payout: true,
      give_back_place: false,
      release_claim: false,
    });
    expect(offers[0]?.programs.map(({ price_cents }) => price_cents)).to.deep.equal([undefined, 6_107]);
    expect(campaigns[0]?.offers[0]).to.deep.include({
      price_cents: 4_000,
      program_prices_cents: { bsn: 29, msn: 0 },
    });
  });

  it('stores no prices where a group of them is empty', () => {
    const [offer] = documentOf(withLine(48, '        prices: {}')).campaigns[0]?.offers ?? [];
    expect(offer).not.to.have.any.keys('price_cents', 'program_prices_cents');
  });

  it('stores no breaker that says what holds anyway', () => {
    const said = withLine(40, '      breaker: { failures: 5, open_for: 30s, offer_while_open: false }');
    expect(documentOf(said)).to.deep.equal(documentOf(withLine(40, '#')));
  });

  it('writes expressions of several lines line by line', () => {
    expect(exportCatalogue(documentOf(MAPPED))).to.contain('body: |-\n        { "Lead": { "First"');
  });

  it('quotes what other readers of YAML would take for true or false', () => {
    expect(exportCatalogue(documentOf(BASE))).to.contain('value: "yes"');
  });

  it('leaves retired entries out', () => {
    const next = nextDocument(documentOf(BASE), documentOf('version: 1'));
    expect(next.ok && exportCatalogue(next.document)).to.equal(
      'version: 1\n\nbooks:\n  currency: USD\n  time_zone: UTC\n',
    );
  });
});
