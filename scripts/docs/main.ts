import { writeFileSync } from 'node:fs';
import { REFERENCE } from './reference.js';

// Run from the clone's root, as npm does.
for (const { page, text } of REFERENCE) writeFileSync(page, text());
