import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { makeTempDir } from '../scripts/temp-dir.js';
import { migratedServices } from '../support/services.js';
import { runHere } from './run-cli.js';

const WHY = ['--reason', 'Asked to stop'];
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

describe('leadkeep suppress', () => {
  const services = migratedServices();
  const dir = makeTempDir();
  const suppress = (...args: string[]) => runHere(services.env, 'suppress', ...args);
  before(() => services.migrated());
  after(async () => {
    dir.remove();
    await services.close();
  });
  const stored = async () => (await services.connection()).collection('suppressions').countDocuments();
  const listed = async (...args: string[]) =>
    (JSON.parse((await suppress('list', '--json', ...args)).stdout) as { entries: { kind: string }[] })
      .entries;

  it('adds a person by value or hash, finds her, and removes her', async () => {
    const added = await suppress('add', '--email', 'Ann@Example.com', '--phone', '608-555-0100', ...WHY);
    expect([added.code, added.stdout]).to.deep.equal([
      0,
      '2 on the list. Takes effect everywhere within 5 seconds.\n',
    ]);
    await suppress('add', '--email', sha('ann@example.com'), '--email', md5('ann@example.com'), ...WHY);
    await suppress('add', '--domain', 'example.com', '--expires', '30d', ...WHY);
    expect(await stored()).to.equal(4);
    const found = await listed('--email', 'ann@example.com');
    expect(found.map(({ kind }) => kind).sort()).to.deep.equal(['domain', 'email', 'email_md5']);
    expect(JSON.stringify(found)).to.not.match(/ann|example/i);
    expect((await suppress('list')).stdout).to.contain('Asked to stop');
    expect((await suppress('remove', '--email', 'ann@example.com', ...WHY)).stdout).to.equal('1 removed.\n');
    const again = await suppress('remove', '--email', 'ann@example.com', ...WHY);
    expect([again.code, again.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && said.includes('no such entry'),
    );
  });

  it('refuses an end that is no date any more', async () => {
    const before = await stored();
    const { code, stderr } = await suppress(
      'add',
      '--phone',
      '608-555-0111',
      '--expires',
      '99999999d',
      ...WHY,
    );
    expect([code, stderr]).to.satisfy(
      ([c, said]: [number, string]) => c === 2 && said.includes('It must be a duration'),
    );
    expect(await stored()).to.equal(before);
  });

  it('refuses what it cannot read, without repeating it', async () => {
    for (const args of [
      ['--email', 'ann.example.com', ...WHY],
      ['--phone', '12', ...WHY],
      ['--phone', '6085550142.0', ...WHY],
      ['--phone', '+44 20 7946 0958', ...WHY],
      ['--phone', '608-555-0142 #55', ...WHY],
      ['--email', 'a@example.com', '--buyer', 'nobody', ...WHY],
      [...WHY],
    ]) {
      const { code, stderr } = await suppress('add', ...args);
      expect(code, args.join(' ')).to.equal(1);
      expect(stderr).to.not.contain('ann.example');
    }
  });

  it('names each line of numbers that it can not read for certain, and suppresses no stranger', async () => {
    const lines = [
      ...[
        'phone',
        '6085550150',
        '6085550142.0',
        '+44 20 7946 0958',
        '(608) 555-0151,Ann',
        '608-555-0142 x55',
      ],
      ...[
        '6085550152;6085550153',
        '"608-555-0154, 608-555-0155"',
        '"608-555-0156","Lee, Ann"',
        '6.085550142E+9',
      ],
    ];
    const file = dir.write('phones.csv', lines.join('\n'));
    const before = await stored();
    const { code, stdout, stderr } = await suppress('import', file, '--kind', 'phone', ...WHY);
    expect([code, stdout]).to.deep.equal([1, '3 values are on the list; 6 lines could not be read.\n']);
    const named = [...stderr.matchAll(/line (\d+): it is no phone number/g)].map(([, line]) => line);
    expect(named).to.deep.equal(['3', '4', '6', '8', '10']);
    expect(stderr).to.contain('line 7: it has nothing but several values');
    expect(await stored()).to.equal(before + 3);
    for (const stranger of ['0855501420', '2079460958', '5550142555', '6085550152', '6085550154'])
      expect(await listed('--phone', stranger), stranger).to.deep.equal([]);
  });

  it('meets a person and a domain in both spellings, also by hashes that others made', async () => {
    await suppress('add', '--email', 'ann@bücher.example', '--domain', 'XN--BCHER-KVA.example', ...WHY);
    await suppress(
      'add',
      '--email',
      sha('bea@bücher.example'),
      '--email',
      md5('bea@xn--bcher-kva.example'),
      ...WHY,
    );
    for (const [person, kinds] of [
      ['ann', ['domain', 'email']],
      ['bea', ['domain', 'email', 'email_md5']],
    ] as const)
      for (const domain of ['bücher.example', 'xn--bcher-kva.example', 'BÜCHER.example']) {
        const found = await listed('--email', `${person}@${domain}`);
        expect(found.map(({ kind }) => kind).sort(), person + domain).to.deep.equal(kinds);
      }
    const removed = await suppress(
      'remove',
      '--email',
      'bea@xn--bcher-kva.example',
      '--domain',
      'bücher.example',
      ...WHY,
    );
    expect(removed.stdout).to.equal('2 removed.\n');
  });

  it('imports a file, names its bad lines, and may be stopped and run again', async () => {
    const count = 5_000;
    const lines = Array.from({ length: count }, (_, n) => `p${n}@example.org,more`);
    const bad = [17, 2_400, 4_999];
    for (const line of bad) lines[line] = 'nobody here';
    const file = dir.write('list.csv', ['\uFEFF"email",name', ...lines].join('\r\n'));
    const before = await stored();
    const run = () => suppress('import', file, '--kind', 'email', '--source', 'scrub 11/2026', ...WHY);
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).to.deep.equal([
      1,
      `${count - 3} values are on the list; 3 lines could not be read.\n`,
    ]);
    for (const line of bad) expect(stderr).to.contain(`line ${line + 2}: it is no e-mail address`);
    expect(await stored()).to.equal(before + count - 3);
    await run();
    expect(await stored()).to.equal(before + count - 3);
    const rest = await suppress('import', file, '--kind', 'email', '--from-line', '5000', ...WHY);
    expect(rest.stdout).to.equal('1 values are on the list; 1 lines could not be read.\n');
  });

  /** A file, its kind, what is printed, which lines are named, who is on the list, and who is not. */
  const FILES: readonly (readonly [
    what: string,
    file: string | Buffer,
    kind: 'phone' | 'email',
    said: string,
    named: readonly RegExp[],
    listed: readonly string[],
    unlisted: readonly string[],
  ])[] = [
    [
      'the separator in the first line',
      'sep=|\r\nemail|name\r\nsep1@example.org|Ann, Lee\r\n',
      'email',
      '1 values are on the list; 0 lines could not be read.\n',
      [],
      ['sep1@example.org'],
      [],
    ],
    ...(['utf16le', 'utf16be'] as const).flatMap((encoding) =>
      [true, false].map((hasMark) => {
        const address = `${encoding}-${hasMark}@example.org`;
        const little = Buffer.from(`${hasMark ? '\ufeff' : ''}email\tname\r\n${address}\tZoë\r\n`, 'utf16le');
        return [
          `${encoding} ${hasMark ? 'with' : 'without'} a byte order mark`,
          encoding === 'utf16le' ? little : little.swap16(),
          'email',
          '1 values are on the list; 0 lines could not be read.\n',
          [],
          [address],
          [],
        ] as const;
      }),
    ),
    [
      'line breaks in quotation marks',
      'phone,note\n6085550301,"Unit 4\nby the lake"\n"6085550302","a ""b"""\n6085550303,5" pipe\n',
      'phone',
      '3 values are on the list; 0 lines could not be read.\n',
      [],
      ['6085550301', '6085550302', '6085550303'],
      [],
    ],
    [
      'what looks like values inside quotation marks',
      '6085550311,"called\n6085550312\n6085550313"\nnobody,"x\ny"\n6085550314\n',
      'phone',
      '2 values are on the list; 3 lines could not be read.\n',
      [
        /line 2: it is inside quotation marks that line 1 opens/,
        /line 3: it is inside/,
        /line 4: it is no phone/,
      ],
      ['6085550311', '6085550314'],
      ['6085550312', '6085550313'],
    ],
    [
      'quotation marks that nobody closed',
      ['"6085550321', ...Array.from({ length: 60 }, (_, n) => String(6_085_550_330 + n))].join('\n'),
      'phone',
      '61 values are on the list; 0 lines could not be read.\n',
      [],
      ['6085550321', '6085550330', '6085550389'],
      [],
    ],
    [
      'something around the addresses',
      [
        'email',
        '“curly@example.org”',
        "'quoted@example.org",
        '=sheet@example.org',
        'slash@example.org/',
        'fine@example.org',
      ].join('\n'),
      'email',
      '1 values are on the list; 4 lines could not be read.\n',
      [/line 2: it is no e-mail address/, /line 3: /, /line 4: /, /line 5: /],
      ['fine@example.org'],
      [],
    ],
    [
      'values in the second column alone',
      'email;name\nfirst@example.org;Ann\n;second@example.org\n;\n\n',
      'email',
      '1 values are on the list; 1 lines could not be read.\n',
      [/line 3: its first cell is empty, and the value is read from that one alone/],
      ['first@example.org'],
      [],
    ],
    [
      'the national registry',
      '608,5550401\r\n608,5550402\r\n608,555040\r\n',
      'phone',
      '2 values are on the list; 1 lines could not be read.\n',
      [/line 3: it is no phone number/],
      ['6085550401', '6085550402'],
      [],
    ],
  ];
  for (const [what, file, kind, said, named, listed, unlisted] of FILES)
    it(`imports a file with ${what}`, async () => {
      const path = dir.write(`${what.replaceAll(/\W/g, '-')}.csv`, '');
      writeFileSync(path, file);
      const done = await suppress('import', path, '--kind', kind, '--source', 'a list', ...WHY);
      expect(done.stdout, done.stderr).to.equal(said);
      for (const line of named) expect(done.stderr).to.match(line);
      const found = async (value: string) => (await suppress('list', `--${kind}`, value)).stdout;
      for (const value of listed) expect(await found(value), value).to.contain('a list');
      for (const value of unlisted) expect(await found(value), value).to.equal('Not on the list.\n');
    });

  it('takes off by a list of changes what the same list put there, and no one’s own request', async () => {
    const importing = (name: string, text: string, ...more: string[]) =>
      suppress('import', dir.write(name, text), '--kind', 'phone', '--reason', 'National registry', ...more);
    const on = async (phone: string): Promise<boolean> =>
      (await suppress('list', '--phone', phone)).stdout !== 'Not on the list.\n';
    await suppress('add', '--phone', '608-555-0502', '--reason', 'Asked to stop');
    await suppress('add', '--phone', '608-555-0503', '--reason', 'Asked to stop', '--expires', '30d');
    const full = ['608,5550501', '608,5550502', '608,5550503', '608,5550504', ''].join('\n');
    expect((await importing('full.txt', full, '--source', 'registry')).code).to.equal(0);
    await suppress('add', '--phone', '608-555-0504', '--reason', 'Asked to stop');
    await importing('other.txt', '608,5550505\n', '--source', 'another list');

    const lines = ['1', '2', '3', '4', '5', '6'].map((n) => `608,555050${n},2026-11-28,D`);
    const changes = [
      ...lines,
      '608,5550507,2026-11-28,A',
      '608,5550507,2026-11-29,D',
      '608,5550508,2026-11-28,D',
      '608,5550508,2026-11-29,A',
      '',
    ].join('\n');
    const unnamed = await importing('unnamed.txt', changes);
    expect(unnamed.stdout).to.equal('2 values are on the list; 8 lines could not be read.\n');
    expect(unnamed.stderr).to.match(
      /line 1: it takes off what its list put there: say which list it is \(--source\)/,
    );
    await suppress('remove', '--phone', '608-555-0507', '--phone', '608-555-0508', '--reason', 'Test');

    const done = await importing('changes.txt', changes, '--source', 'registry');
    expect([done.code, done.stdout]).to.deep.equal([
      0,
      '2 values are on the list; 8 are taken off it; 0 lines could not be read.\n',
    ]);
    expect(
      await Promise.all(['1', '2', '3', '4', '5', '7', '8'].map((n) => on(`608-555-050${n}`))),
    ).to.deep.equal([...[false, true, true, true, true, false, true]]);
  });

  it('says what to do with what is no list', async () => {
    const zipped = dir.write('dnc.zip', '');
    writeFileSync(zipped, Buffer.from('504b0304140000000800', 'hex'));
    const long = dir.write('long.txt', 'x'.repeat(2_000_000));
    const before = await stored();
    for (const [path, why] of [
      [zipped, /is a ZIP file or a spreadsheet: unpack it, or save the spreadsheet as "CSV UTF-8"/],
      [long, /has a line of over 1 MiB, so it is no list/],
    ] as const) {
      const { code, stderr } = await suppress('import', path, '--kind', 'phone', ...WHY);
      expect(code).to.equal(1);
      expect(stderr).to.match(why);
    }
    expect(await stored()).to.equal(before);
  });
});
