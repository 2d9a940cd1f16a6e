import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../services/cache-dir.mjs';
import { runCommand } from '../services/processes/run-command.mjs';

/**
 * @typedef {{ file: string, line: number, code: string, replacement: string, mutator: string, status: string }} Mutant
 *   `status`: as the mutation testing report schema has it (Killed, Survived, NoCoverage, Timeout, Ignored, …)
 */

/** @returns {Promise<string>} Stryker's installation folder, outside the clone */
export async function installStryker() {
  const lock = readFileSync(new URL('package-lock.json', import.meta.url), 'utf8');
  const dir = join(cacheDir(), 'mutate');
  const stamp = join(dir, 'installed-lock.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return dir;
  mkdirSync(dir, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(dir, name));
  console.log('installing Stryker …');
  await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: dir });
  writeFileSync(stamp, lock);
  return dir;
}

/**
 * Runs the tests against every mutant of a folder. A mutant of a module's constants needs a new process; any other is switched
 * on in a running one.
 *
 * @param {string} stryker
 * @param {{ cloneDir: string, folder: import('./folders.mjs').Folder, tests: readonly string[] }} request
 * @returns {Promise<Mutant[]>}
 */
export async function runStryker(stryker, { cloneDir, folder, tests }) {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-mutate-'));
  try {
    const mocharc = join(dir, 'mocharc.json');
    writeFileSync(mocharc, JSON.stringify({ timeout: 20_000 }));
    const report = join(dir, 'report.json');
    const config = join(dir, 'stryker.config.json');
    writeFileSync(config, JSON.stringify(configOf(folder, tests, { mocharc, report })));
    const code = await run(
      join(stryker, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      config,
      cloneDir,
    );
    if (code !== 0) throw new Error(`Stryker ended with ${code} in ${folder.name}`);
    return mutantsOf(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * @param {import('./folders.mjs').Folder} folder
 * @param {readonly string[]} tests
 * @param {{ mocharc: string, report: string }} files
 */
const configOf = (folder, tests, { mocharc, report }) => ({
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner'],
  mochaOptions: { spec: tests, config: mocharc, 'no-package': true },
  coverageAnalysis: 'perTest',
  mutate: folder.files,
  // Only dist is tested; the sources and their settings need no copy.
  ignorePatterns: ['.leadkeep', 'dist/**/*.map', '/tsconfig.json', '/src', '/test', '/workers'],
  concurrency: availableParallelism(),
  timeoutMS: 15_000,
  reporters: ['json'],
  jsonReporter: { fileName: report },
  tempDirName: '.leadkeep/stryker',
  disableTypeChecks: false,
});

/**
 * @param {string} program
 * @param {string} config
 * @param {string} cwd
 * @returns {Promise<number>}
 */
function run(program, config, cwd) {
  const child = spawn(process.execPath, [program, 'run', config, '--logLevel', 'error'], {
    cwd,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {{ files: Record<string, { source: string, mutants: any[] }> }} report
 * @returns {Mutant[]}
 */
function mutantsOf({ files }) {
  return Object.entries(files).flatMap(([path, { source, mutants }]) => {
    const lines = source.split('\n');
    const file = path.replace(/^dist\/(src\/)?/, '').replace(/\.js$/, '.ts');
    return mutants.map(({ location, mutatorName, replacement = '', status }) => ({
      file,
      line: location.start.line,
      code: (lines[location.start.line - 1] ?? '').trim(),
      replacement,
      mutator: mutatorName,
      status,
    }));
  });
}
