import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { conflictsIn } from './conflicts.mjs';
import { wordsIn } from './words.mjs';

/** Old words in the pages; those in the code are an ESLint rule's. ADRs and the changelog are history. */
const HISTORY = ['CHANGELOG.md', join('docs', 'adr')];

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].filter((page) => !HISTORY.some((old) => page.startsWith(old)));

for (const page of pages) {
  const text = readFileSync(page, 'utf8');
  for (const { old, use, index } of wordsIn(text)) {
    console.error(`${page}:${text.slice(0, index).split('\n').length}  "${old}": write "${use}"`);
    process.exitCode = 1;
  }
}

for (const place of conflictsIn()) {
  console.error(`${place}  a mark of a merge`);
  process.exitCode = 1;
}
