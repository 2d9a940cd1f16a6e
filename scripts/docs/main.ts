import { writeFileSync } from 'node:fs';
import { statesPage } from './states-page.js';

// Run from the clone's root, as npm does.
writeFileSync('docs/states.md', statesPage());
