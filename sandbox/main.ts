import type { AddressInfo } from 'node:net';
import { createSandbox } from './app.js';
import { DEFAULT_FILE, readFile } from './file/read-file.js';
import { USUALLY_KEPT } from './memory.js';
import type { SandboxFile } from './party.js';

/** The port that the demo catalogue names. */
const USUAL_PORT = 4810;

const [argument, ...more] = process.argv.slice(2);
if (more.length > 0) fail('One file at most: node dist/sandbox/main.js [FILE]');
const server = createSandbox(load(argument ?? process.env['SANDBOX_FILE']), {
  kept: Number(process.env['SANDBOX_KEPT'] ?? USUALLY_KEPT),
  hookSecret: process.env['LEADKEEP_SECRET_SANDBOX_HOOK'],
}).listen(Number(process.env['SANDBOX_PORT'] ?? USUAL_PORT), '127.0.0.1', (error) => {
  if (error)
    fail(`The sandbox can't listen: ${error.message}. SANDBOX_PORT chooses another port, 0 a free one.`);
  // The process that starts the sandbox reads this one line.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });

function load(path = ''): SandboxFile {
  try {
    return readFile(path === '' ? DEFAULT_FILE : path);
  } catch (error) {
    return fail((error as Error).message);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
