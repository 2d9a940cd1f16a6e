import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';

const ARCHITECTURES = {
  x64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};

/** @returns {{ triplet: string, loader: string } | undefined} undefined: way 5 is not for this processor */
export function sidArchitecture(arch = process.arch) {
  return ARCHITECTURES[/** @type {keyof typeof ARCHITECTURES} */ (arch)];
}

export const POSTGRES_BIN = 'usr/lib/postgresql/18/bin';
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_ctl', 'psql'].map((name) => `${POSTGRES_BIN}/${name}`);

/**
 * Unpacks packages into one folder, four at a time. Their maintainer scripts don't run.
 *
 * @param {readonly string[]} files
 * @param {string} root
 * @param {import('../processes/run-command.mjs').RunOptions} run
 */
export async function unpackPackages(files, root, run) {
  mkdirSync(root, { recursive: true });
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.pop(); file; file = queue.pop())
      await runCommand('dpkg-deb', ['-x', file, root], run);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/**
 * Makes the unpacked programs run on a system with an older libc, each through sid's own loader.
 *
 * @param {string} root
 */
export function makeRunnable(root) {
  for (const program of [...POSTGRES_PROGRAMS, 'usr/bin/redis-server']) wrapProgram(root, program);
  // An alternative that a maintainer script would have linked.
  const extensions = join(root, 'usr/share/postgresql/18/extension');
  const [link, target] = [join(extensions, 'postgis.control'), 'postgis-3.control'];
  if (!existsSync(link) && existsSync(join(extensions, target))) symlinkSync(target, link);
}

/**
 * Puts a shell script in the program's place. It finds its folder by itself, so that the whole tree can be renamed
 * when it is complete; PostgreSQL finds its share folder relative to argv0.
 *
 * @param {string} root
 * @param {string} program path below root
 */
export function wrapProgram(root, program) {
  const { triplet, loader } = sidArchitecture() ?? { triplet: '', loader: '' };
  const libs = [
    `usr/lib/${triplet}`,
    `usr/lib/${triplet}/blas`,
    `usr/lib/${triplet}/lapack`,
    'usr/lib/postgresql/18/lib',
  ];
  const file = join(root, program);
  if (!existsSync(`${file}.real`)) renameSync(file, `${file}.real`);
  const script = `#!/bin/sh
ROOT=\${0%/usr/*}
exec "$ROOT/usr/lib/${triplet}/${loader}" --argv0 "$0" --library-path "${libs.map((lib) => `$ROOT/${lib}`).join(':')}" "$ROOT/${program}.real" "$@"
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}
