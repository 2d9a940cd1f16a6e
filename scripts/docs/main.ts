import { readFileSync, writeFileSync } from 'node:fs';
import { invariantsTable } from './invariants-table.js';
import { statesPage } from './states-page.js';

const MARK = '<!-- invariants -->';

// Run from the clone's root, as npm does.
writeFileSync('docs/states.md', statesPage());
const [guarantees = ''] = readFileSync('docs/guarantees.md', 'utf8').split(MARK);
writeFileSync('docs/guarantees.md', `${guarantees}${MARK}\n\n${invariantsTable()}\n`);
