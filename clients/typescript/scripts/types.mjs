/**
 * Prints the client's types from the API's description: `node dist/scripts/docs/openapi.js | node
 * clients/typescript/scripts/types.mjs`. The generator is the console's own, so this package needs none.
 */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const require = createRequire(new URL('../../../console/package.json', import.meta.url));
const { default: openapiTS, astToString } = require('openapi-typescript');

const LEFT_OUT = ['description', 'examples', 'example', 'links', 'headers'];

/** Texts are in the description itself, and callbacks are for buyers: without them a tenth is left. */
const bare = (/** @type {any} */ part, inProperties = false) => {
  if (Array.isArray(part)) return part.map((item) => bare(item));
  if (typeof part !== 'object' || part === null) return part;
  const left = Object.entries(part).filter(([key]) => inProperties || !LEFT_OUT.includes(key));
  return Object.fromEntries(left.map(([key, value]) => [key, bare(value, key === 'properties')]));
};

const document = bare(JSON.parse(await text(process.stdin)));
for (const path of Object.keys(document.paths)) if (path.includes('/callbacks/')) delete document.paths[path];
for (const methods of Object.values(document.paths))
  for (const operation of Object.values(methods)) {
    // All errors have the same members for the client, which reads them as one type.
    for (const status of Object.keys(operation.responses))
      if (Number(status) >= 400) delete operation.responses[status];
    // The client reads JSON: no CSV, no streams.
    for (const { content = {} } of Object.values(operation.responses))
      for (const type of Object.keys(content)) if (type !== 'application/json') delete content[type];
  }
/** An answer may have other members too, but nobody reads one that has no name: only bodies take any. */
const inBodies = new Set();
const find = (/** @type {any} */ part) => {
  if (typeof part !== 'object' || part === null) return;
  const name = part.$ref?.split('/').at(-1);
  if (name !== undefined && !inBodies.has(name))
    find(document.components.schemas[inBodies.add(name) && name]);
  for (const member of Object.values(part)) find(member);
};
for (const methods of Object.values(document.paths))
  for (const { requestBody } of Object.values(methods)) find(requestBody);
const named = (/** @type {any} */ part) => {
  if (typeof part !== 'object' || part === null) return;
  delete part.additionalProperties;
  for (const member of Object.values(part)) named(member);
};
for (const [name, schema] of Object.entries(document.components.schemas))
  if (!inBodies.has(name)) named(schema);

process.stdout.write(
  `/* Made by scripts/types.mjs from the API's description. A test tells when it is old. */\n${astToString(
    await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true }),
  )}`,
);
