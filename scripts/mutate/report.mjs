import { readFileSync } from 'node:fs';

/**
 * Mutants without a visible effect, each with the reason. Identified by the compiled line's text, not by its number.
 *
 * @type {readonly { file: string, code: string, replacement: string, why: string }[]}
 */
const EQUIVALENT = JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'));

/** @typedef {{ folder: string, mutants: readonly import('./stryker.mjs').Mutant[] }} FolderResult */

/**
 * Prints killed and survived mutants by folder, and on request the survivors. A mutant that no test reaches has survived; one
 * that makes a test hang was killed.
 *
 * @param {readonly FolderResult[]} results
 * @param {{ withSurvivors: boolean }} options
 */
export function printReport(results, { withSurvivors }) {
  const rows = results.map(({ folder, mutants }) => ({ folder, ...count(mutants) }));
  const total = { folder: 'all', ...count(results.flatMap(({ mutants }) => mutants)) };
  console.log('\n| folder | killed | survived | equivalent | killed of those that count |');
  console.log('|---|---|---|---|---|');
  for (const { folder, killed, survived, equivalent } of [...rows, total]) {
    const share = killed + survived === 0 ? '–' : `${((100 * killed) / (killed + survived)).toFixed(1)} %`;
    console.log(`| ${folder} | ${killed} | ${survived} | ${equivalent} | ${share} |`);
  }
  if (!withSurvivors) return;
  for (const mutant of results.flatMap(({ mutants }) => mutants).filter(hasSurvived))
    console.log(
      `${mutant.file} (compiled line ${mutant.line}, ${mutant.mutator})\n  ${mutant.code}\n  → ${mutant.replacement}`,
    );
}

/** @param {readonly import('./stryker.mjs').Mutant[]} mutants */
function count(mutants) {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  return {
    killed,
    survived: mutants.filter(hasSurvived).length,
    equivalent: mutants.filter((mutant) => isAlive(mutant) && isEquivalent(mutant)).length,
  };
}

/** @param {import('./stryker.mjs').Mutant} mutant */
const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage';
/** @param {import('./stryker.mjs').Mutant} mutant */
const hasSurvived = (mutant) => isAlive(mutant) && !isEquivalent(mutant);
/** @param {import('./stryker.mjs').Mutant} mutant */
const isEquivalent = ({ file, code, replacement }) =>
  EQUIVALENT.some((one) => one.file === file && one.code === code && one.replacement === replacement);
