/**
 * `npm run mutate [-- [--fresh] FOLDER …]`: changes the compiled business code in thousands of small ways, and shows which changes
 * no fast test notices (docs/testing.md). Works folder by folder, and skips a folder if its code and tests have not changed
 * since its last report, so an interrupted run continues where it stopped.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastTests, fingerprintOf, foldersToMutate } from './folders.mjs';
import { printReport } from './report.mjs';
import { installStryker, runStryker } from './stryker.mjs';

const cloneDir = fileURLToPath(new URL('../..', import.meta.url));
const resultsDir = join(cloneDir, '.leadkeep/mutation');

const args = process.argv.slice(2);
const isFresh = args.includes('--fresh');
const named = args.filter((arg) => !arg.startsWith('--'));

mkdirSync(resultsDir, { recursive: true });
const tests = fastTests(cloneDir);
const folders = foldersToMutate(cloneDir).filter(({ name }) => named.length === 0 || named.includes(name));
if (folders.length === 0) {
  console.error(
    `no such folder: ${foldersToMutate(cloneDir)
      .map(({ name }) => name)
      .join(', ')}`,
  );
  process.exit(2);
}

const stryker = await installStryker();
const results = [];
for (const folder of folders) {
  const file = join(resultsDir, `${folder.name.replaceAll('/', '.')}.json`);
  const fingerprint = fingerprintOf(cloneDir, [...folder.files, ...tests]);
  const known = !isFresh && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (known?.fingerprint === fingerprint) {
    results.push(known);
    continue;
  }
  console.log(`mutating ${folder.name} (${folder.files.length} files) …`);
  const mutants = await runStryker(stryker, { cloneDir, folder, tests });
  const result = { folder: folder.name, fingerprint, mutants };
  writeFileSync(file, JSON.stringify(result));
  results.push(result);
  printReport([result], { withSurvivors: true });
}
printReport(results, { withSurvivors: named.length > 0 });
