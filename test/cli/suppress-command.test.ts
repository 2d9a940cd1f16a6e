import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { makeTempDir } from '../scripts/temp-dir.js';
import { privateServices } from '../support/services.js';
import { runHere } from './run-cli.js';

const WHY = ['--reason', 'Asked to stop'];
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

describe('leadkeep suppress', () => {
  const services = privateServices();
  const dir = makeTempDir();
  const suppress = (...args: string[]) => runHere(services.env, 'suppress', ...args);
  before(async () => {
    await (await services.connection()).dropDatabase();
    expect((await runHere(services.env, 'migrate')).code).to.equal(0);
  });
  after(async () => {
    dir.remove();
    await services.close();
  });
  const stored = async () => (await services.connection()).collection('suppressions').countDocuments();
  const listed = async (...args: string[]) =>
    JSON.parse((await suppress('list', '--json', ...args)).stdout) as { kind: string; reason: string }[];

  it('adds a person by value or hash, finds her, and removes her', async () => {
    const added = await suppress('add', '--email', 'Ann@Example.com', '--phone', '608-555-0100', ...WHY);
    expect([added.code, added.stdout]).to.deep.equal([
      0,
      '2 on the list. In force everywhere within 5 seconds.\n',
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
      ([c, said]: [number, string]) => c === 2 && said.includes('at most 36500d'),
    );
    expect(await stored()).to.equal(before);
  });

  it('refuses what it cannot read, without repeating it', async () => {
    for (const args of [
      ['--email', 'ann.example.com', ...WHY],
      ['--phone', '12', ...WHY],
      ['--email', 'a@example.com', '--buyer', 'nobody', ...WHY],
      [...WHY],
    ]) {
      const { code, stderr } = await suppress('add', ...args);
      expect(code, args.join(' ')).to.equal(1);
      expect(stderr).to.not.contain('ann.example');
    }
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
    const pieces = (await services.connection()).collection('suppression_log');
    const log = await pieces.countDocuments();
    await run();
    expect([await stored(), await pieces.countDocuments()]).to.deep.equal([before + count - 3, log]);
    const rest = await suppress('import', file, '--kind', 'email', '--from-line', '5000', ...WHY);
    expect(rest.stdout).to.equal('1 values are on the list; 1 lines could not be read.\n');
  });
});
