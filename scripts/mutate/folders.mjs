import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The folders to mutate: the compiled business rules and use cases. */
const ROOTS = ['dist/src/core', 'dist/src/app'];
const TESTS = ['dist/test/core', 'dist/test/app'];
/** A test that reaches this needs Redis and MongoDB, and would take seconds for each mutant. */
const SERVICES = 'dist/test/support/services.js';

/**
 * @typedef {{ name: string, files: string[] }} Folder
 * @param {string} cloneDir
 * @returns {Folder[]} each folder that contains code, by its source path
 */
export function foldersToMutate(cloneDir) {
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const file of find(cloneDir, ROOTS, '.js')) {
    const name = dirname(file).replace(/^dist\/(src\/)?/, '');
    folders.set(name, [...(folders.get(name) ?? []), file]);
  }
  return [...folders].map(([name, files]) => ({ name, files })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {string} cloneDir
 * @returns {string[]} compiled tests that need no services
 */
export const fastTests = (cloneDir) =>
  find(cloneDir, TESTS, '.test.js').filter((file) => !reaches(cloneDir, file, SERVICES, new Set()));

/**
 * @param {string} cloneDir
 * @param {readonly string[]} files
 */
export function fingerprintOf(cloneDir, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(cloneDir, file)));
  return hash.digest('hex');
}

/**
 * @param {string} cloneDir
 * @param {readonly string[]} roots
 * @param {string} ending
 */
const find = (cloneDir, roots, ending) =>
  roots
    .flatMap((root) =>
      readdirSync(join(cloneDir, root), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(root, name),
      ),
    )
    .filter((file) => file.endsWith(ending))
    .sort();

/**
 * @param {string} cloneDir
 * @param {string} file
 * @param {string} wanted
 * @param {Set<string>} seen
 * @returns {boolean} whether importing the file imports the wanted one
 */
function reaches(cloneDir, file, wanted, seen) {
  if (file === wanted) return true;
  if (seen.has(file) || !existsSync(join(cloneDir, file))) return false;
  seen.add(file);
  const text = readFileSync(join(cloneDir, file), 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)].map(([, path = '']) =>
    relative(cloneDir, resolve(cloneDir, dirname(file), path)),
  );
  return imported.some((path) => reaches(cloneDir, path, wanted, seen));
}
