import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { scriptPath } from './load-script.js';
import { inlineModule, isAlive, runNode, until } from './run-node.js';
import { makeTempDir, type TempDir } from './temp-dir.js';

const LOADER = '#!/bin/sh\nwhile [ "${1#--}" != "$1" ]; do shift 2; done\nexec "$@"\n';

/**
 * apt-get, dpkg-deb and go as small shell scripts that write what the real ones would, and note each call: the order of
 * the steps and what an interruption leaves is ours, and is tested here; the real ones run whenever the cache is made.
 */
function makeTools(temp: TempDir, go: string): void {
  temp.write('loader', LOADER, 0o755);
  temp.write('program', '#!/bin/sh\necho "$0 1.0"\n', 0o755);
  temp.program(
    'bin/apt-get',
    `echo "apt-get $*" >> "$CALLS"
for word in "$@"; do case "$word" in Dir::Cache=*) cache=\${word#Dir::Cache=} ;; esac; done
case "$*" in *install*) echo > "$cache/archives/one.deb" ;; esac`,
  );
  temp.program(
    'bin/dpkg-deb',
    `[ "$1" = --version ] && exit 0
for arch in x86_64-linux-gnu/ld-linux-x86-64.so.2 aarch64-linux-gnu/ld-linux-aarch64.so.1; do
  mkdir -p "$3/usr/lib/\${arch%/*}"; cp "$TOOLS/loader" "$3/usr/lib/$arch"
done
mkdir -p "$3/usr/bin" "$3/usr/lib/postgresql/18/bin" "$3/usr/share/postgresql/18/extension"
for name in postgres initdb pg_ctl psql; do cp "$TOOLS/program" "$3/usr/lib/postgresql/18/bin/$name"; done
cp "$TOOLS/program" "$3/usr/bin/redis-server"
echo > "$3/usr/share/postgresql/18/extension/postgis-3.control"`,
  );
  temp.program(
    'bin/go',
    `case "$1" in
env) echo go1.26.0 ;;
install) echo "go install" >> "$CALLS"; ${go}; mkdir -p "$GOBIN"; echo ferretdb > "$GOBIN/ferretdb" ;;
esac`,
  );
}

const BUILD = `
import { ensurePackageCache } from ${JSON.stringify(scriptPath('services/packages/package-cache.mjs'))};
import { openGuard } from ${JSON.stringify(scriptPath('services/processes/guard.mjs'))};
const guard = openGuard();
const { signal } = new AbortController();
const both = [1, 2].map(() => ensurePackageCache({ log: console.log, guard, signal, env: process.env }));
try { await Promise.all(both); console.log('complete'); } finally { await guard.close(); }
`;

describe('the set-up from packages', function () {
  if (process.platform !== 'linux') return;
  let temp: TempDir;
  beforeEach(() => (temp = makeTempDir()));
  afterEach(() => {
    temp.remove();
  });

  const start = () =>
    runNode(inlineModule(BUILD), {
      env: {
        PATH: `${temp.path('bin')}:${process.env.PATH}`,
        TOOLS: temp.dir,
        CALLS: temp.path('calls'),
        LEADKEEP_CACHE: temp.path('cache'),
        LEADKEEP_DEBIAN_MIRROR: 'http://mirror.example/debian',
      },
    });
  const calls = () => readFileSync(temp.path('calls'), 'utf8').trim().split('\n');
  const cached = () => readdirSync(temp.path('cache')).filter((name) => !name.startsWith('packages-'));

  it('is made once, and nothing but the result is left', async function () {
    if (!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg')) return this.skip();
    makeTools(temp, 'true');
    const first = start();
    expect([await first.ended, first.output()]).to.satisfy(([code]: unknown[]) => code === 0, first.output());
    expect(calls().filter((call) => call === 'go install')).to.have.length(1);
    expect(calls().join()).to.include('--download-only install postgresql-18-documentdb redis-server');
    const made = calls().length;
    expect([await start().ended, calls().length, cached()]).to.deep.equal([0, made, []]);
  });

  it('asks again for what a registry did not give the first time', async function () {
    if (!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg')) return this.skip();
    makeTools(temp, '[ -e "$TOOLS/asked" ] || { echo > "$TOOLS/asked"; exit 1; }');
    const first = start();
    expect(await first.ended, first.output()).to.equal(0);
    expect(calls().filter((call) => call === 'go install')).to.have.length(2);
  });

  it('is repeated when it was killed in the middle', async function () {
    if (!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg')) return this.skip();
    makeTools(temp, 'sleep 60 & echo $! > "$TOOLS/sleeper"; wait');
    const killed = start();
    await until(() => existsSync(temp.path('sleeper')) && readFileSync(temp.path('sleeper'), 'utf8') !== '');
    killed.child.kill('SIGKILL');
    await killed.ended;
    await until(() => !isAlive(Number(readFileSync(temp.path('sleeper'), 'utf8'))));
    expect(cached().join()).to.include('unfinished').and.include('packages.lock');

    makeTools(temp, 'true');
    const again = start();
    expect(await again.ended, again.output()).to.equal(0);
    expect([again.output().includes('complete'), cached()]).to.deep.equal([true, []]);
  });

  it('ends at once, with the reason, when one half fails', async function () {
    if (!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg')) return this.skip();
    makeTools(temp, 'sleep 60');
    temp.program('bin/apt-get', 'case "$*" in *update*) echo "E: no such host" >&2; exit 100 ;; esac');
    const failed = start();
    expect(await failed.ended).to.equal(1);
    expect(failed.output()).to.include('E: no such host');
    expect(cached().filter((name) => name.startsWith('unfinished'))).to.deep.equal([]);
  });
});
