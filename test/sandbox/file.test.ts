import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { latencyMs } from '../../sandbox/answering/chance.js';
import { parseFile } from '../../sandbox/file/parse-file.js';
import { DEFAULT_FILE, readFile } from '../../sandbox/file/read-file.js';

const FOLDER = 'examples/sandbox';
/** A party's lines, from line 4 of the file on, and what is said of them. */
const FAULTS: readonly (readonly [string, string])[] = [
  ['kind: school', 'f.yaml:4 party p: kind must be one of [buyer, partner]'],
  ['colour: red', 'f.yaml:4 party p: colour is not allowed'],
  ['latency: fast', 'f.yaml:4 party p: latency must be a time like 300ms or 2s, 24h at most'],
  [
    'rules: [{ field: a, do: Accept }]',
    'f.yaml:4 party p: rules[0] must contain at least one of [is, one_of, matches, missing]',
  ],
  [
    'rules:\n      - { field: a, is: b, do: Rejct }',
    'f.yaml:5 party p: rules.0.do "Rejct" is not a behavior, and "answers" does not define it',
  ],
  ['rates: { Hangup: 0.6, Later: 0.6 }', 'f.yaml:4 party p: rates must be 1 at most together'],
  [
    'rates: { Nothing: 0.5 }',
    'f.yaml:4 party p: rates.Nothing "Nothing" is not a behavior, and "answers" does not define it',
  ],
  [
    'otherwise: Perhaps',
    'f.yaml:4 party p: otherwise "Perhaps" is not a behavior, and "answers" does not define it',
  ],
  [
    "answers:\n      accepted: { body: '{{refrence}}' }",
    'f.yaml:5 party p: answers.accepted has {{refrence}}, which does not exist',
  ],
  [
    'answers: { accepted: { status: 99 } }',
    'f.yaml:4 party p: answers.accepted.status must be greater than or equal to 200',
  ],
  ['bursts: { every: 10m }', 'f.yaml:4 party p: bursts.for is required'],
];

describe('a sandbox file', () => {
  const parse = (lines: string) => parseFile('f.yaml', `version: 1\nparties:\n  - handle: p\n    ${lines}\n`);

  for (const [lines, sentence] of FAULTS)
    it(sentence, () => {
      const parsed = parse(lines);
      expect(parsed.ok ? [] : parsed.faults).to.deep.equal([sentence]);
    });

  it('tells every fault, and what is not YAML', () => {
    const parsed = parse('kind: x\n    delay_ms: -1');
    expect(parsed.ok ? [] : parsed.faults).to.have.length(2);
    const broken = parseFile('f.yaml', 'version: 1\nparties: [');
    expect(broken.ok ? '' : broken.faults[0]).to.match(/^f\.yaml:\d+ /);
    const twice = parseFile('f.yaml', 'version: 1\nparties:\n  - handle: p\n  - handle: p\n');
    expect(twice.ok ? [] : twice.faults).to.deep.equal(['f.yaml:4 party p: is there twice']);
    expect(() => readFile('nowhere.yaml')).to.throw("The sandbox file can't be read");
  });

  it('is shown in docs/sandbox/files.md without a fault, and with the one that it shows', () => {
    const page = readFileSync('docs/sandbox/files.md', 'utf8');
    const [, text = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
    expect(parseFile('rehearsal.yaml', text)).to.include({ ok: true });
    const broken = parseFile('rehearsal.yaml', text.replace('do: Reject }', 'do: Rejct }'));
    expect(page).to.contain(broken.ok ? 'faults' : broken.faults.join('\n'));
  });

  for (const file of [DEFAULT_FILE, ...readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)])
    it(`${file.replace(/.*(?=sandbox\/p)/, '')} has no fault`, () => {
      expect(readFile(file).parties).to.have.length.above(1);
    });
});

describe('latency of the sandbox', () => {
  const draws = (latency: Parameters<typeof latencyMs>[0]) =>
    Array.from({ length: 2_000 }, (_, n) => latencyMs(latency, `draw ${n}`)).sort((a, b) => a - b);

  it('fixed, evenly between two, log-normal; the same for the same request', () => {
    expect(new Set(draws('300ms'))).to.deep.equal(new Set([300]));
    const even = draws({ uniform: ['100ms', '200ms'] });
    expect(even[0]).to.be.within(100, 102);
    expect(even[1_000]).to.be.within(145, 155);
    expect(even.at(-1)).to.be.within(198, 200);
    const long = draws({ p50: '100ms', p99: '1s' });
    expect(long[1_000]).to.be.within(90, 110);
    expect(long[1_980]).to.be.within(800, 1_250);
    expect(latencyMs({ p50: '1s', p99: '2s' }, 'a')).to.equal(latencyMs({ p50: '1s', p99: '2s' }, 'a'));
  });
});
