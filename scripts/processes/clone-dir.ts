import { fileURLToPath } from 'node:url';

/** The clone's folder: this file runs as dist/scripts/processes/clone-dir.js. */
export const CLONE_DIR = fileURLToPath(new URL('../../..', import.meta.url));
