import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyScripts } from './clone-copy.js';
import { runNode, until } from './run-node.js';
import { makeTempDir, type TempDir } from './temp-dir.js';

/** npm and tsc as small programs: `npm ci` puts the tsc there, the tsc writes the target. */
const NPM = `echo "npm $1" >> calls
rm -rf node_modules; sleep 0.3; mkdir -p node_modules/typescript/bin
cat > node_modules/typescript/bin/tsc <<'END'
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'tsc\\n');
mkdirSync('dist/bench', { recursive: true });
writeFileSync('dist/bench/main.js', readFileSync('bench/main.ts', 'utf8'));
END`;
const TARGET = `process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(7); });
console.log('runs', process.argv.slice(2).join(' '), process.env.MONGO_URL);
if (process.argv.includes('wait')) setInterval(() => {}, 1000);`;

describe('the launcher', () => {
  let temp: TempDir;
  let clone = '';
  beforeEach(() => {
    temp = makeTempDir();
    clone = copyScripts(temp.path('clone'));
    temp.program('bin/npm', NPM);
    temp.write('clone/package-lock.json', '{}');
    temp.write('clone/bench/main.ts', TARGET);
  });
  afterEach(() => {
    temp.remove();
  });

  const launch = (...args: string[]) =>
    runNode([join(clone, 'scripts/launch.mjs'), 'bench', ...args], {
      cwd: clone,
      env: {
        PATH: `${temp.path('bin')}:${process.env.PATH}`,
        MONGO_URL: 'mongodb://given',
        REDIS_URL: 'redis://given',
      },
    });
  const calls = () => readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n');

  it('installs and compiles once, and again when the lockfile or a source has changed', async () => {
    const first = launch('--', '--json');
    expect(await first.ended, first.output()).to.equal(0);
    expect(first.output()).to.include('runs --json mongodb://given');
    expect(calls()).to.deep.equal(['npm ci', 'tsc']);
    await launch().ended;
    expect(calls()).to.have.length(2);
    temp.write('clone/bench/main.ts', `${TARGET} // changed`);
    await launch().ended;
    expect(calls().slice(2)).to.deep.equal(['tsc']);
    temp.write('clone/package-lock.json', '{ "name": "x" }');
    await launch().ended;
    expect(calls().slice(3)).to.deep.equal(['npm ci', 'tsc']);
  });

  it('two at once in one clone do the work once', async () => {
    const both = [launch(), launch()];
    expect(await Promise.all(both.map(({ ended }) => ended))).to.deep.equal([0, 0]);
    expect(calls()).to.deep.equal(['npm ci', 'tsc']);
  });

  it('removes what was made of a source that is gone', async () => {
    temp.write('clone/bench/old.ts', '');
    await launch().ended;
    const output = temp.write('clone/dist/bench/old.js', '');
    const { rmSync } = await import('node:fs');
    rmSync(join(clone, 'bench/old.ts'));
    await launch().ended;
    expect(existsSync(output)).to.equal(false);
  });

  it('passes SIGTERM on, waits, and ends with the code of its target', async () => {
    const run = launch('wait');
    await run.printed('runs wait');
    run.child.kill('SIGTERM');
    expect(await run.ended).to.equal(7);
    expect(run.output()).to.include('asked to stop');
  });

  it('ends with 143 when it is stopped while it installs', async () => {
    temp.program('bin/npm', 'echo started >> calls; sleep 60');
    const run = launch();
    await until(() => existsSync(join(clone, 'calls')));
    run.child.kill('SIGTERM');
    expect(await run.ended).to.equal(143);
  });

  it('says how start is used, and refuses what is no option of it, before anything is done', async () => {
    const start = async (option: string): Promise<[code: unknown, said: string]> => {
      const run = runNode([join(clone, 'scripts/launch.mjs'), 'start', '--', option], { cwd: clone });
      return [await run.ended, run.output()];
    };
    const [helped, usage] = await start('--help');
    expect([helped, usage.split('\n')[0]]).to.deep.equal([0, 'npm start [-- --sandbox [FILE] [--history]]']);
    const [refused, fault] = await start('--sandbx');
    expect([refused, fault.trim()]).to.deep.equal([
      1,
      'leadkeep: --sandbx is no option; there is --sandbox, --history (--help)',
    ]);
    expect(existsSync(join(clone, 'node_modules'))).to.equal(false);
  });

  for (const [target, line] of [
    ['demo', 'npm run demo'],
    ['mutate', 'npm run mutate [-- [--fresh] [FOLDER …]]'],
  ] as const)
    it(`says how ${target} is used instead of running it`, async () => {
      const asked = async (option: string): Promise<[code: unknown, line: string | undefined]> => {
        const run = runNode([join(clone, 'scripts/launch.mjs'), target, '--', option], { cwd: clone });
        return [await run.ended, run.output().split('\n')[0]];
      };
      expect(await asked('--help')).to.deep.equal([0, line]);
      expect((await asked('--no-such'))[0]).to.equal(1);
      expect(existsSync(join(clone, 'node_modules'))).to.equal(false);
    });

  it('shows what npm said when the installation fails', async () => {
    temp.program('bin/npm', 'echo "npm error something is missing" >&2; exit 1');
    const run = launch();
    expect([await run.ended, run.output().includes('something is missing')]).to.deep.equal([1, true]);
  });
});
