import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { formatIssue } from '../../../src/core/catalogue/validation-issue.js';
import { parseCatalogue } from '../../../src/platform/catalogue-files/parse-catalogue.js';
import { BASE, documentOf, faultsOf, withLine } from './base.js';

const ID = '11111111-1111-4111-8111-111111111111';

describe('parseCatalogue', () => {
  it('gives the same ids for the same handles everywhere', () => {
    const [offer] = documentOf(BASE).offers;
    expect(offer?.id).to.equal('811bac30-d38f-5483-907f-22ece363d1fb');
  });

  it('fills in defaults, cents and milliseconds', () => {
    const [offer] = documentOf(BASE).offers;
    expect(offer).to.deep.include({
      kind: 'direct',
      status: 'active',
      price_cents: 4250,
      result_ttl_ms: 1_800_000,
    });
    expect(offer?.delivery).to.deep.include({
      method: 'POST',
      timeout_ms: 10_000,
      window_ms: 900_000,
      idempotent: false,
    });
    expect(offer?.delivery.follow_up).to.deep.include({ every_ms: 60_000, for_ms: 259_200_000 });
    expect(offer?.duplicates).to.deep.equal({ match: ['email'], window_days: 30, scope: 'buyer' });
  });

  it('lets an attempt take 10 s where no timeout is given, of a delivery, a search and a submit', () => {
    const without = BASE.replace('      timeout: 10s\n', '');
    expect(without).to.not.equal(BASE);
    expect(documentOf(without).offers[0]?.delivery.timeout_ms).to.equal(10_000);
    const partner = `    kind: partner
    partner:
      search: { url: "https://p.example/match" }
      submit: { url: "https://p.example/submit" }`;
    const [offer] = documentOf(BASE.split('\n').toSpliced(36, 5, partner).join('\n')).offers;
    expect(offer?.partner?.search.timeout_ms).to.equal(10_000);
    expect(offer?.delivery.timeout_ms).to.equal(10_000);
  });

  it('puts a partner offer’s submit address where deliveries are', () => {
    const partner = `    kind: partner
    partner:
      search: { url: "https://p.example/match", timeout: 20s, test_url: "https://p.example/test" }
      submit: { url: "https://p.example/submit", timeout: 5s }
      payout_share: 0.7`;
    const text = BASE.split('\n').toSpliced(36, 5, partner).join('\n');
    const offer = compileCatalogue(documentOf(text), 1).offers.get('811bac30-d38f-5483-907f-22ece363d1fb');
    expect(offer?.delivery).to.deep.include({ url: 'https://p.example/submit', timeout_ms: 5_000 });
    expect(offer?.partner).to.deep.include({ payout_share: 0.7 });
    expect(offer?.partner?.search).to.deep.include({
      test_url: 'https://p.example/test',
      timeout_ms: 20_000,
    });
  });

  it('knows where a delivery may be tried', () => {
    const line = '      url: https://crm.example/leads';
    const offerWith = (test_url: string) => BASE.replace(line, `${line}\n      test_url: ${test_url}`);
    const [offer] = documentOf(offerWith('https://crm.example/test')).offers;
    expect(offer?.delivery.test_url).to.equal('https://crm.example/test');
    expect(faultsOf(offerWith('http://crm.example/test'))).to.deep.equal([
      '39 offer nursing: "delivery.test_url" must begin with https:// (or set insecure_http: true on a test system)',
    ]);
  });

  it('merges files', () => {
    const lines = BASE.split('\n');
    const first = lines.slice(0, 13).join('\n');
    const second = ['version: 1', ...lines.slice(13)].join('\n');
    expect(documentOf(second, first)).to.deep.equal(documentOf(BASE));
  });

  it('finds a handle and an id that stand in two files', () => {
    const files = [
      {
        name: 'a.yaml',
        text: `version: 1\naffiliates:\n  - { handle: n, name: N }\n  - { handle: m, id: ${ID}, name: M }`,
      },
      {
        name: 'b.yaml',
        text: `version: 1\naffiliates:\n  - { handle: n, name: N }\nbuyers:\n  - { handle: b, id: ${ID}, name: B }`,
      },
    ];
    const parsed = parseCatalogue(files);
    expect(parsed.ok ? [] : parsed.faults.map(formatIssue)).to.deep.equal([
      'b.yaml:3 affiliate n: "handle" is the handle of another affiliate at a.yaml:3',
      'b.yaml:5 buyer b: "id" is the id of affiliate m at a.yaml:4',
    ]);
  });

  it('tells the place of a fault by line and column', () => {
    const places = (text: string) => {
      const parsed = parseCatalogue([{ name: 'a.yaml', text }]);
      return parsed.ok ? [] : parsed.faults.map(({ line, column }) => [line, column]);
    };
    expect(
      places('version: 1\nbuyers:\n  - handle: a\n    name: A\n    caps: [{ window: day, limit: x }]'),
    ).to.deep.equal([[5, 27]]);
    expect(places('version: 1\nbuyers: [')).to.deep.equal([[2, 10]]);
    expect(places('version: 1\nfour_eyes: perhaps')).to.deep.equal([[2, 1]]);
  });

  it('takes alerts from one file alone', () => {
    const alerts = 'version: 1\nalerts: {}';
    expect(documentOf(BASE, alerts).alerts).to.deep.equal({ thresholds: {}, channels: [] });
    const two = parseCatalogue(['a', 'b'].map((name) => ({ name: `${name}.yaml`, text: alerts })));
    expect(two.ok ? [] : two.faults.map(formatIssue)).to.deep.equal([
      'b.yaml:2 "alerts" is already in a.yaml:2; only one file can have it',
    ]);
  });

  it('takes books from one file alone', () => {
    const books = (currency: string) => `version: 1\nbooks:\n  currency: ${currency}`;
    expect(documentOf(BASE, books('EUR')).books).to.deep.equal({ currency: 'EUR' });
    const parsed = parseCatalogue([
      { name: 'a.yaml', text: books('EUR') },
      { name: 'b.yaml', text: books('EUR') },
    ]);
    expect(parsed.ok ? [] : parsed.faults.map(formatIssue)).to.deep.equal([
      'b.yaml:2 "books" is already in a.yaml:2; only one file can have it',
    ]);
  });

  it('tells every fault of every file, in order, and calls nothing unknown that an unreadable file may name', () => {
    const parsed = parseCatalogue([
      { name: 'broken.yaml', text: 'version: 1\nbuyers:\n  - {' },
      {
        name: 'offers.yaml',
        text: withLine(19, '    price: 1.234\n    colour: red').replace(/buyers:[^]*?\noffers:/, 'offers:'),
      },
    ]);
    const lines = parsed.ok ? [] : parsed.faults.map(formatIssue);
    expect(lines[0]).to.match(/^broken\.yaml:3 is not valid YAML: /);
    expect(lines.slice(-2)).to.deep.equal([
      'offers.yaml:11 offer nursing: "price" must be an amount from 0 to 1000000 with at most two decimals',
      'offers.yaml:12 offer nursing: "colour" is not a key here',
    ]);
  });

  it('tells the three faults of three entries at once', () => {
    const text = BASE.replace('handle: edu', 'handle: Edu')
      .replace('price: 42.50', 'price: -1')
      .replace('[2026-12-25]', '[x]');
    expect(faultsOf(text).map((fault) => fault.split(':')[0])).to.deep.equal([
      '12 buyer lakeshore',
      '19 offer nursing',
      '43 campaign Edu',
    ]);
  });

  it('reads YAML 1.2: yes, 08:00 and dates are text', () => {
    const text = withLine(33, '        options: [{ value: yes, label: Yes }, { value: no, label: No }]');
    const options = documentOf(text.replace('"08:00"', '08:00')).offers[0]?.questions[0]?.options;
    expect(options?.map(({ value }) => value)).to.deep.equal(['yes', 'no']);
  });

  it('allows anchors within bounds and refuses an expansion', () => {
    const shared = BASE.replace(
      'caps: [{ window: day, limit: 200 }]',
      'caps: &c [{ window: day, limit: 2 }]',
    );
    expect(documentOf(`${shared}    caps: *c\n`).campaigns[0]?.caps).to.deep.equal([
      { window: 'day', limit: 2 },
    ]);
    const layers = Array.from({ length: 9 }, (_, n) => `l${n}: &l${n} [${`*l${n - 1}, `.repeat(9)}]`);
    const bomb = ['version: 1', 'l: &l-1 [x]', ...layers].join('\n');
    expect(faultsOf(bomb)).to.deep.equal(['1 repeats more than 100 times by aliases']);
  });

  it('accepts JSON on one line, however many entries it has', () => {
    const affiliates = Array.from({ length: 150 }, (_, n) => ({ handle: `a${n}`, name: 'A' }));
    const parsed = documentOf(JSON.stringify({ version: 1, affiliates }));
    expect(parsed.affiliates).to.have.length(150);
  });

  for (const [what, text, fault] of [
    ['an empty file', '', '1 the file is empty'],
    ['a list', '- a', '1 the file must be a group of keys'],
    [
      'two documents',
      'version: 1\n---\nversion: 1',
      /^2 is not valid YAML: Source contains multiple documents/,
    ],
    ['deep nesting', '['.repeat(100_000), '1 is nested too deeply'],
    [
      'deep groups',
      Array.from({ length: 900 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
      '201 is nested too deeply',
    ],
    ['deep lists', `version: 1\nx: \n  ${'- '.repeat(5_000)}`, '3 is nested too deeply'],
    ['binary', '\u0000\u0001\u0002', /^1 /],
  ] as const)
    it(`refuses ${what}`, () => {
      const [first] = faultsOf(text);
      if (typeof fault === 'string') expect(first).to.equal(fault);
      else expect(first).to.match(fault);
    });

  for (const file of ['examples/minimal.yaml', 'sandbox/demo-catalogue.yaml'])
    it(`accepts ${file}`, () => {
      const document = documentOf(readFileSync(file, 'utf8'));
      expect(compileCatalogue(document, 1).campaigns.size).to.equal(document.campaigns.length);
    });
});
