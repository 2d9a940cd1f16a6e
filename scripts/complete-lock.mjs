/**
 * `node scripts/complete-lock.mjs`, after `npm install` has changed package-lock.json on a machine whose registry offers only
 * its own platform's binaries: npm leaves the other platforms' optional packages out, and `npm ci` then refuses the lockfile.
 * Adds them again, by the exact versions their parents ask for.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openharmony',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
];
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64'];
const file = process.argv[2] ?? fileURLToPath(new URL('../package-lock.json', import.meta.url));

const lock = JSON.parse(readFileSync(file, 'utf8'));
/** @type {string[]} */
const added = [];
for (const [path, parent] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`${path}/node_modules/${name}`];
    const parts = name.split(/[-/]/);
    const os = SYSTEMS.find((system) => parts.includes(system));
    if (known || !os || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const cpu = PROCESSORS.find((processor) => parts.includes(processor));
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      os: [os],
    };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'nothing was missing' : `added ${added.join(', ')}`);
