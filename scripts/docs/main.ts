import { writeFileSync } from 'node:fs';
import { behaviorsPage } from './behaviors-page.js';
import { invariantsPage } from './invariants-page.js';
import { personalDataPage } from './personal-data-page.js';
import { settingsPage } from './settings-page.js';
import { statesPage } from './states-page.js';

// Run from the clone's root, as npm does.
writeFileSync('docs/reference/invariants.md', invariantsPage());
writeFileSync('docs/reference/personal-data.md', personalDataPage());
writeFileSync('docs/reference/settings.md', settingsPage());
writeFileSync('docs/reference/states.md', statesPage());
writeFileSync('docs/reference/sandbox-behaviors.md', behaviorsPage());
