import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { writeEnvFile } from '../../scripts/start/env-file.js';
import { loadScript } from './load-script.js';
import { makeTempDir, type TempDir } from './temp-dir.js';

const USUAL = '.leadkeep/start.env';
const ENV = { PORT: '3100', MONGO_URL: 'mongodb://m/a', REDIS_URL: 'redis://r', RIDGE_TOKEN: 'secret' };

describe('the file of a running npm start', () => {
  let clone: TempDir;
  let other: ChildProcess;
  before(() => (other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'])));
  after(() => other.kill('SIGKILL'));
  beforeEach(() => (clone = makeTempDir()));
  afterEach(() => {
    clone.remove();
  });

  /** As another start wrote it, whose process has this pid. */
  async function writtenBy(pid = 0, settings = 'MONGO_URL="mongodb://m/a"\nREDIS_URL="redis://r"\n') {
    const { identityOf } = await loadScript<{ identityOf: (pid: number) => string | null }>(
      'services/processes/process-identity.mjs',
    );
    const text = `# npm start, process ${pid} (${identityOf(pid) ?? 'gone'})\n${settings}`;
    clone.write(USUAL, text);
    return text;
  }

  it("has the settings and no secret of the catalogue, is its owner's alone, and goes with it", async () => {
    const file = await writeEnvFile(ENV, clone.dir);
    expect([file.name, file.beside]).to.deep.equal([USUAL, undefined]);
    const { MONGO_URL, REDIS_URL } = ENV;
    expect({ ...parseEnv(readFileSync(clone.path(USUAL), 'utf8')) }).to.deep.equal({ MONGO_URL, REDIS_URL });
    expect(statSync(clone.path(USUAL)).mode & 0o777).to.equal(0o600);
    file.remove();
    expect(existsSync(clone.path(USUAL))).to.equal(false);
  });

  it('has each setting as it is, whatever characters it has', async () => {
    for (const IDENTITY_SECRET of ['say "x" to \\n', "it's \\n", `both ' and "`, 'a # b', ' $HOME `x` ']) {
      const file = await writeEnvFile({ ...ENV, IDENTITY_SECRET }, clone.dir);
      const read = parseEnv(readFileSync(clone.path(USUAL), 'utf8'));
      expect(read['IDENTITY_SECRET']).to.equal(IDENTITY_SECRET);
      file.remove();
    }
  });

  it('leaves that of another start that runs alone, from its beginning to its end', async () => {
    const theirs = await writtenBy(other.pid);
    const file = await writeEnvFile(ENV, clone.dir);
    expect(file.name).to.equal('.leadkeep/start.3100.env');
    expect(file.beside)
      .to.match(/^another npm start of this clone runs on the same services and data \(process \d+\): /)
      .and.to.contain(file.name);
    expect(parseEnv(readFileSync(clone.path(file.name), 'utf8'))).to.include({ REDIS_URL: 'redis://r' });
    file.remove();
    expect(existsSync(clone.path(file.name))).to.equal(false);
    expect(readFileSync(clone.path(USUAL), 'utf8')).to.equal(theirs);
  });

  it('does not call other services the same', async () => {
    await writtenBy(other.pid, 'MONGO_URL="mongodb://m/b"\nREDIS_URL="redis://r"\n');
    expect((await writeEnvFile(ENV, clone.dir)).beside).to.contain('of this clone runs (process');
  });

  it('takes the place of what a start has left that was killed', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    await writtenBy(child.pid);
    expect((await writeEnvFile(ENV, clone.dir)).name).to.equal(USUAL);
    clone.write(USUAL, 'MONGO_URL="mongodb://from-an-older-version"\n');
    expect((await writeEnvFile(ENV, clone.dir)).name).to.equal(USUAL);
  });
});
