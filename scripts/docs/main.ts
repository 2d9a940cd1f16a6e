import { readFileSync, writeFileSync } from 'node:fs';
import { invariantsTable } from './invariants-table.js';
import { personalDataPage } from './personal-data-page.js';
import { statesPage } from './states-page.js';

const MARK = '<!-- invariants -->';
const PAGE = 'docs/guarantees.md';

// Run from the clone's root, as npm does.
writeFileSync('docs/states.md', statesPage());
writeFileSync('docs/personal-data.md', personalDataPage());
const [text = ''] = readFileSync(PAGE, 'utf8').split(MARK);
writeFileSync(PAGE, `${text}${MARK}\n\n${invariantsTable()}\n`);
