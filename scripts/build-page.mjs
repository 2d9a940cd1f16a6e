/** `npm run build`: installs and builds the console's page, if it has changed. */
import { fileURLToPath } from 'node:url';
import { ensurePage } from './launch/ensure-page.mjs';
import { noGuard } from './services/processes/guard.mjs';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
const log = (/** @type {string} */ line) => console.error(`leadkeep: ${line}`);

try {
  await ensurePage(cloneDir, { log, guard: noGuard, signal: new AbortController().signal });
} catch (error) {
  const { message, output } = /** @type {Error & { output?: string }} */ (error);
  console.error(output ?? message);
  process.exitCode = 1;
}
