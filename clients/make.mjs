/** Makes the generated part of each client from the API's description, for `npm run clients`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const made = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  execFileSync(program, args, { input: description, stdio: ['pipe', 'pipe', 'inherit'] });
const description = execFileSync(process.execPath, ['dist/scripts/docs/openapi.js']);

writeFileSync(
  'clients/typescript/src/schema.ts',
  made(process.execPath, 'clients/typescript/scripts/types.mjs'),
);

const tools = spawnSync(process.execPath, ['clients/python/scripts/tools.mjs'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (tools.status === 0)
  writeFileSync(
    'clients/python/src/leadkeep_client/schema.py',
    made(tools.stdout.trim(), 'clients/python/scripts/make_schema.py'),
  );
else {
  console.error('leadkeep: clients/python is as it was');
  process.exitCode = 1;
}
