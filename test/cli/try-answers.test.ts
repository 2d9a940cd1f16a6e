import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere, type CliRun } from './run-cli.js';

const EXAMPLES = 'examples/ten-destinations.yaml';
const TYPE = (type: string): string[] => ['--header', `Content-Type: ${type}`];

/** Rules that are met by way of the answer `{ "n": … }`, and an offer without any. */
const DRAFT = `version: 1
buyers: [{ handle: crm, name: C }]
offers:
  - handle: odd-rules
    name: O
    buyer: crm
    offer_type: shared
    delivery:
      url: https://crm.example/leads
      answers:
        - { when: body.n, outcome: rejected }
        - { when: 'body.n = 7', outcome: accepted, reference: body.all }
        - { when: 'body.n = 8', outcome: retry }
  - handle: own-shape
    name: P
    buyer: crm
    offer_type: shared
    delivery: { url: https://crm.example/leads }
  - handle: plain-partner
    name: Q
    buyer: crm
    kind: partner
    offer_type: shared
    partner:
      search: { url: https://crm.example/match }
      submit: { url: https://crm.example/submit }
  - handle: ruled-partner
    name: R
    buyer: crm
    kind: partner
    offer_type: shared
    programs:
      - { value: bsn, label: BSN, eligibility: [{ field: background.rn_license, in: [rn, lpn_lvn] }] }
      - { value: msn, label: MSN, eligibility: [{ field: background.rn_license, in: ['no'] }] }
    partner:
      search:
        url: https://crm.example/match
        results: 'body.matches.{ "reference": id, "name": title, "programs": courses.{ "value": code, "label": label } }'
      submit: { url: https://crm.example/submit }
`;

describe('leadkeep try --answer', () => {
  let dir: string;
  let draft: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-try-answer-'));
    draft = join(dir, 'draft.yaml');
    writeFileSync(draft, DRAFT);
  });
  after(() => rm(dir, { recursive: true }));

  const tryIt = (offer: string, answer: string | Buffer, ...args: string[]): Promise<CliRun> => {
    const file = join(dir, 'answer');
    writeFileSync(file, answer);
    const catalogue = DRAFT.includes(`handle: ${offer}\n`) ? draft : EXAMPLES;
    return runHere({}, 'try', offer, '--file', catalogue, '--answer', file, ...args);
  };

  const UNREAD = [/outcome +unknown \(answer: no rule matches\)/, /affiliate +PENDING, pending: /];
  /** What, the offer, the answer, its head, what is said of it. */
  const READ: readonly (readonly [string, string, string | Buffer, string[], readonly RegExp[]])[] = [
    [
      'a form',
      'form-post',
      'result=OK&lead=B+17',
      TYPE('application/x-www-form-urlencoded'),
      [
        /→ 1 +true +accepted/,
        /reference +B 17\n/,
        /affiliate +ACCEPTED, accepted/,
        /The body is read as a form\.\n/,
      ],
    ],
    [
      'a form that no rule reads',
      'form-post',
      'result=LATER',
      TYPE('application/x-www-form-urlencoded'),
      UNREAD,
    ],
    ['a form that does not say that it is one', 'form-post', 'result=OK&lead=1', [], UNREAD],
    [
      'XML',
      'xml',
      '<?xml version="1.0"?><s:Response xmlns:s="urn:s" id="H-9"><s:Status>OK</s:Status></s:Response>',
      TYPE('text/xml'),
      [/→ 1 +true +accepted/, /reference +H-9\n/],
    ],
    [
      'XML that does not say that it is, and that no rule reads',
      'xml',
      '<Response><Status>HM</Status></Response>',
      [],
      UNREAD,
    ],
    [
      'broken XML',
      'xml',
      '<Response><Status>OK</Response>',
      TYPE('text/xml'),
      [/outcome +unknown \(answer: no rule matches; the body is not XML\)/, /PENDING, pending/],
    ],
    [
      'JSON that says it is a page',
      'odd-rules',
      '\n{"n":7}',
      TYPE('text/html'),
      [
        /The body is read as text: the body is text, because Content-Type does not say JSON: \$parseJson\(body\) reads it\./,
        /outcome +unknown \(answer: no rule matches; the body is text, because Content-Type does not say JSON: /,
      ],
    ],
    [
      'JSON in Latin-1 that does not say so',
      'own-shape',
      Buffer.from('{"result":"rejected","reason":"D\xe9j\xe0 vu"}', 'latin1'),
      TYPE('application/json'),
      [/Déjà vu/, /left out +it declares no charset and is not UTF-8, so it was read as windows-1252\n/],
    ],
    [
      'no body',
      'no-content',
      '',
      ['--status', '204', '--header', 'X-Lead: F-1'],
      [/HTTP 204/, /→ 1 +true/, /reference +F-1\n/],
    ],
    [
      'a rule that gives neither, before the one that decides',
      'odd-rules',
      '{"n":7,"all":{"a":1}}',
      [],
      [
        /\n +1 +does not return true or false +rejected/,
        /→ 2 +true +accepted/,
        /left out +reference does not return text/,
      ],
    ],
    [
      'a retry',
      'odd-rules',
      '{"n":8}',
      ['--status', '503', '--header', 'Retry-After: 120'],
      [/→ 3 +true +retry/, /not before +120 s/, /affiliate +PENDING, pending/],
    ],
    [
      'our own shape',
      'own-shape',
      '{"result":"accepted","reference":"R-5"}',
      [],
      [/No rules: answers are in Leadkeep's own format\./, /reference +R-5/],
    ],
    ['our own shape, and it is none', 'own-shape', '{"result":"sure"}', [], [/No rules/, ...UNREAD]],
    [
      'our own shape with a number',
      'own-shape',
      '{"result":"accepted","reference":4711}',
      TYPE('text/html'),
      [/No rules/, /reference +4711\n/],
    ],
  ];
  for (const [what, offer, answer, args, said] of READ)
    it(`reads ${what}`, async () => {
      const { code, stdout, stderr } = await tryIt(offer, answer, ...args);
      expect(code, stderr).to.equal(0);
      for (const sentence of said) expect(stdout).to.match(sentence);
      const decides = said.filter(({ source }) => source.startsWith('→'));
      expect(stdout.match(/→/g) ?? []).to.have.length(decides.length);
    });

  const match = (over: object): object => ({
    id: 'm-1',
    title: 'Nursing',
    school: 'Summit',
    courses: [{ code: 'bsn', label: 'BSN' }],
    bid: '20.559',
    disclosure: 'I agree.',
    valid_until: '2100-01-01T00:00:00Z',
    ...over,
  });
  const GOOD = match({});
  const FAULTY = [
    match({ id: 'm-1', title: 'Again', bid: '1' }),
    match({ id: 'm-2', title: 'Bare\u001b[31m', courses: [] }),
    match({ id: 'm-3', title: 'Gone', valid_until: '2020-01-01T00:00:00Z' }),
    match({ id: 'm-4', title: 'Owes', bid: '-4' }),
    match({ id: undefined, title: 'Nameless' }),
  ];

  it('shows the results of a partner’s search, with its faults', async () => {
    const { code, stdout, stderr } = await tryIt(
      'three-steps',
      JSON.stringify({ matches: [GOOD, ...FAULTY] }),
    );
    expect(code, stderr).to.equal(0);
    expect(stdout)
      .to.match(/\n2 results:\n +REFERENCE +NAME +SCHOOL +PROGRAMS +QUESTIONS +BID +EXPIRES\n/)
      .and.match(/\n +m-1 +Nursing +Summit +bsn +20\.55 +2100-01-01T00:00:00\.000Z\n/)
      .and.match(/\n +m-2 +Bare\\u001b\[31m +Summit +20\.55 /);
    expect(stdout.split('\n').filter((line) => line.startsWith('  problem: '))).to.deep.equal([
      '  problem: results[1]: repeats a reference',
      '  problem: results[4]: "payout" must be greater than or equal to 0',
      '  problem: results[5]: "reference" is required',
      '  problem: results that have expired: 1',
      '  problem: results that name no program: 1',
    ]);
    expect(stdout).to.not.match(/Gone|Owes|Nameless|Again/);
  });

  it('shows them without the programs that the lead may not take, as a search does', async () => {
    const courses = [{ code: 'msn' }, { code: 'bsn' }].map((one) => ({ ...one, label: one.code }));
    const matches = [match({ courses }), match({ id: 'm-2', courses: courses.slice(0, 1) })];
    const { stdout } = await tryIt('ruled-partner', JSON.stringify({ matches }));
    expect(stdout)
      .to.match(/\n1 result:\n.*\n +m-1 +Nursing +bsn\n/)
      .and.contain('\n  not shown: program msn, NOT_ELIGIBLE, eligibility: background.rn_license (takes ')
      .and.not.contain('m-2');
  });

  it('gives them to scripts', async () => {
    const { stdout } = await tryIt('three-steps', JSON.stringify({ matches: GOOD }), '--json');
    const { what, read } = JSON.parse(stdout) as { what: string; read: unknown };
    expect([what, read]).to.deep.equal([
      'search',
      {
        ok: true,
        faults: [],
        results: [
          {
            reference: 'm-1',
            name: 'Nursing',
            school: { name: 'Summit' },
            programs: [{ value: 'bsn', label: 'BSN' }],
            questions: [],
            bid_cents: 2055,
            tcpa_text: 'I agree.',
            expires_at: '2100-01-01T00:00:00.000Z',
          },
        ],
      },
    ]);
  });

  /** What, the partner, the answer, its head, what is said of it. */
  const SEARCHED: readonly (readonly [string, string, string, string[], RegExp])[] = [
    ['none', 'three-steps', '{"matches":[]}', [], /\nNo results\.\n$/],
    ['one', 'three-steps', JSON.stringify({ matches: GOOD }), ['--status', '201'], /\n1 result:\n/],
    ['an error', 'three-steps', '{"matches":[]}', ['--status', '500'], /No results: answer: status 500\n/],
    [
      'a page',
      'three-steps',
      '<p>',
      TYPE('text/html'),
      /No results: answer: results gives nothing, and the answer is text\n/,
    ],
    [
      'broken JSON',
      'three-steps',
      '{"matches":',
      TYPE('application/json'),
      /No results: answer: the answer is not JSON\n/,
    ],
    [
      'a bid that is no number',
      'three-steps',
      '{"matches":[{"bid":"high"}]}',
      [],
      /No results: answer: results fails in line 6 at "number": a value is not a number \(D3030\)\n/,
    ],
    [
      'our own shape',
      'plain-partner',
      '{"results":[{"reference":"r","name":"N"}]}',
      [],
      /\n1 result:\n(.*\n){2} +problem: results that name no program: 1\n/,
    ],
    [
      'our own shape, and it is none',
      'plain-partner',
      '[]',
      [],
      /No results: answer: status 200, no rule matches\n/,
    ],
  ];
  for (const [what, offer, answer, args, said] of SEARCHED)
    it(`reads a partner’s search: ${what}`, async () => {
      const { code, stdout, stderr } = await tryIt(offer, answer, ...args);
      expect(code, stderr).to.equal(0);
      expect(stdout)
        .to.match(said)
        .and.not.match(/RULE|affiliate {2}/);
    });

  it('reads the answer to a partner’s submit by its rules', async () => {
    const { stdout } = await tryIt('three-steps', '{"error":"duplicate"}', '--submit');
    expect(stdout)
      .to.match(/→ 2 +true +duplicate/)
      .and.match(/affiliate +DUPLICATE, rejected/);
  });

  it('reads a status or a header alone as an empty answer', async () => {
    const alone = (offer: string, ...args: string[]) =>
      runHere({}, 'try', offer, '--file', EXAMPLES, ...args);
    const { stdout } = await alone('no-content', '--status', '204', '--header', 'X-Lead: F-1');
    expect(stdout)
      .to.contain('\nHTTP 204\n')
      .and.match(/reference +F-1\n/);
    expect((await alone('no-content', '--status', '422')).stdout).to.contain('\nHTTP 422\n');
    expect((await alone('no-content', '--header', 'X-Lead: F-1')).stdout).to.contain('\nHTTP 200\n');
    expect((await alone('no-content')).stdout).to.contain('\nNothing was sent.\n');
  });

  it('refuses an answer that no worker would read to its end', async () => {
    const most = 256 * 1024;
    const { code, stderr } = await tryIt('own-shape', 'x'.repeat(most + 1));
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /answer is over 256 KiB; workers cut off such an answer, and its outcome is unknown\n$/,
    );
    expect(await tryIt('own-shape', 'x'.repeat(most))).to.have.property('code', 0);
  });
});
