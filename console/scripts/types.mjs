/** Writes the types of the operator API from its description: `node scripts/types.mjs < openapi.json`. */
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const document = JSON.parse(await text(process.stdin));
const file = new URL('../src/api/schema.d.ts', import.meta.url);
writeFileSync(
  file,
  astToString(
    await openapiTS(document, { immutable: false, defaultNonNullable: false, emptyObjectsUnknown: true }),
  ),
);
