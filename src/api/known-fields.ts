import { FEED_PARAMETERS } from './handlers/lead-feed.js';
import { ROUTES } from './routes.js';
import { leadFieldsSchema } from './schemas/submit-schema.js';

/** What is kept in place of a name that the caller made up. */
const OTHER = '*';

/** Fields at fault that no body has. */
const OUTSIDE_BODIES = ['Idempotency-Key', 'month', ...Object.keys(FEED_PARAMETERS)];

/** What joi describes of a schema, as far as it leads to the names of its fields. */
interface Described {
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
  readonly matches?: readonly Readonly<Partial<Record<'schema' | 'then' | 'otherwise', Described>>>[];
}

/** The paths of all fields in a schema, with `[]` for any place in a list. */
function* pathsOf({ keys = {}, items = [], matches = [] }: Described, at = ''): Generator<string> {
  for (const [key, schema] of Object.entries(keys)) {
    const path = at === '' ? key : `${at}.${key}`;
    yield path;
    yield* pathsOf(schema, path);
  }
  for (const item of items) {
    yield `${at}[]`;
    yield* pathsOf(item, `${at}[]`);
  }
  for (const { schema, then, otherwise } of matches)
    for (const one of [schema, then, otherwise]) if (one) yield* pathsOf(one, at);
}

let known: ReadonlySet<string> | undefined;

function knownFields(): ReadonlySet<string> {
  const schemas = [
    ...ROUTES.flatMap(({ input }) => Object.values(input.body?.forms ?? {})),
    leadFieldsSchema,
  ];
  const inBodies = schemas.flatMap((schema) => [...pathsOf(schema.describe() as Described)]);
  return new Set([...OUTSIDE_BODIES, ...inBodies]);
}

/**
 * The field at fault as it may be kept: a path of the API's own names. Another name was made up by the caller, so it can
 * be long, always a new one, or personal data (an e-mail address as a key); it becomes `*`.
 */
export const fieldToKeep = (field: string): string =>
  (known ??= knownFields()).has(field.replaceAll(/\[\d\]/g, '[]')) ? field : OTHER;
