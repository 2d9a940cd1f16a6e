import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** A part of an OpenAPI document, loosely. */
export interface Part {
  readonly [reservationId: string]: Part | undefined;
}

/** What stands there, where it is a text. */
export const textAt = (part: unknown): string => (typeof part === 'string' ? part : '');

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly matches: RegExp;
}

/** An API by its OpenAPI document. */
export interface DescribedApi {
  readonly document: Part;
  /** Validates by the schema at a place in the document (keys from its root). */
  validatorAt(...keys: readonly string[]): ValidateFunction;
  /** The operation of an address and a method. For another method: one that says how that is answered. */
  operationAt(address: string, method: string): Operation | undefined;
}

const ID = 'https://leadkeep.example/openapi.json';

export function describedApi(described: object): DescribedApi {
  const document = JSON.parse(JSON.stringify(described)) as Part;
  const strict = JSON.parse(JSON.stringify(described), strictly) as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema(strict, ID);
  const compiled = new Map<string, ValidateFunction>();
  const operations: readonly Operation[] = Object.entries(document['paths'] ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => ({
      path,
      method,
      matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
  );
  return {
    document,
    validatorAt(...keys) {
      const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      const uri = `${ID}#/${encodeURI(pointer)}`;
      const known = compiled.get(uri);
      if (known) return known;
      const validate = ajv.compile({ $ref: uri });
      compiled.set(uri, validate);
      return validate;
    },
    operationAt(address, method) {
      const found = operations.filter(({ matches }) => matches.test(address.split('?', 1)[0] ?? ''));
      const own = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
      return found.find((operation) => operation.method === own) ?? found[0];
    },
  };
}

/** A list that may grow is as it is now, and an object has no member that its schema does not name. */
function strictly(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const { 'x-extensible-enum': values, ...rest } = part as Readonly<Record<string, unknown>>;
  if (values !== undefined) return { ...rest, enum: values };
  return 'properties' in part && 'type' in part && !('additionalProperties' in part)
    ? { ...part, additionalProperties: false }
    : part;
}

/** What is wrong, by place, in one sentence each; the branches of a choice that nothing pointed at are left out. */
export const faultsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        `${instancePath || 'it'} ${message ?? ''} ${JSON.stringify(params)}`.trim(),
      );
