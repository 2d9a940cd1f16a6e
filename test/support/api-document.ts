import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/api/openapi/document.js';
import { ROUTES } from '../../src/api/routes.js';

/** A part of the document, loosely. */
export interface Part {
  readonly [reservationId: string]: Part | undefined;
}

/** The API's description as it is served. */
export const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as Part;

const ID = 'https://leadkeep.example/openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addSchema(document, ID);

const compiled = new Map<string, ValidateFunction>();

/** Validates by the schema at a place in the document (keys from its root). */
export function validatorAt(...keys: readonly string[]): ValidateFunction {
  const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const uri = `${ID}#/${encodeURI(pointer)}`;
  const known = compiled.get(uri);
  if (known) return known;
  const validate = ajv.compile({ $ref: uri });
  compiled.set(uri, validate);
  return validate;
}

/** What is wrong, by place, in one sentence each; the branches of a choice that nothing pointed at are left out. */
export const faultsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        `${instancePath || 'it'} ${message ?? ''} ${JSON.stringify(params)}`.trim(),
      );

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly matches: RegExp;
}

const OPERATIONS: readonly Operation[] = Object.entries(document['paths'] ?? {}).flatMap(([path, item]) =>
  Object.keys(item ?? {}).map((method) => ({
    path,
    method,
    matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** The operation of an address: each has one, which also says what other methods are answered. */
export const operationAt = (address: string): Operation | undefined =>
  OPERATIONS.find(({ matches }) => matches.test(address.split('?', 1)[0] ?? ''));
