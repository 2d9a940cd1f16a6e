import { openApiDocument } from '../../src/api/openapi/document.js';
import { ROUTES } from '../../src/api/routes.js';
import { referencePage } from './reference-page.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const CODES = '| HTTP | code | status | reason | when |\n|---|---|---|---|---|';

/** docs/reference/api.md: what `web` serves at /openapi.json. */
export function apiPage(): string {
  const { info, paths, components } = openApiDocument(ROUTES) as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ name: `${method.toUpperCase()} ${path}`, ...one })),
  );
  const all = operations.map(({ responses }) => Object.entries(responses).flatMap(rowsOf));
  const common = (all[0] ?? []).filter(
    (row) => all.filter((rows) => rows.includes(row)).length > all.length / 2,
  );
  const schemas = Object.entries(components.schemas).flatMap(([name, one]) => schemaOf(name, one));
  return referencePage(`# The API

What \`/openapi.json\` of a running \`web\` says. [The contract](contract.md) has the rules beyond it.

${info.description}

## Every operation

Most operations can also answer:

${CODES}
${common.join('\n')}

## Operations

${operations.map((one) => operation(one, common)).join('\n\n')}

## Bodies and answers

${schemas.join('\n\n')}
`);
}

function operation(
  { name, summary, description, parameters, requestBody, responses }: Operation & { readonly name: string },
  common: readonly string[],
): string {
  const named = (parameters ?? []).map((one) => `- \`${one.name}\` (${one.in}): ${one.description ?? ''}`);
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    namesIn(schema).map(link).join(' or '),
  );
  const rows = Object.entries(responses)
    .flatMap(rowsOf)
    .filter((row) => !common.includes(row));
  return [
    `### ${name}`,
    `**${summary}.** ${description ?? ''}`,
    named.join('\n'),
    bodies[0] ? `Body: ${bodies[0]}. ${requestBody?.description ?? ''}` : '',
    [CODES, ...rows].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The rows of the table in a response's description, or its first line. */
function rowsOf([status, { description }]: readonly [
  string,
  { readonly description: string },
]): readonly string[] {
  const rows = description.split('\n').filter((line) => /^\| [A-Z]/.test(line));
  return rows.length > 0
    ? rows.map((row) => `| ${status} ${row}`)
    : [`| ${status} | | | | ${description.split('\n')[0] ?? ''} |`];
}

const link = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const namesIn = (schema: Schema | undefined): readonly string[] =>
  schema?.$ref === undefined
    ? [...(schema?.anyOf ?? schema?.oneOf ?? []), ...(schema?.items ? [schema.items] : [])].flatMap(namesIn)
    : [schema.$ref.split('/').at(-1) ?? ''].filter((name) => name !== 'NotSent');

function schemaOf(name: string, schema: Schema): readonly string[] {
  if (name === 'NotSent') return [];
  const rows = membersOf(schema, '');
  const values = schema.enum ? `One of ${schema.enum.map((one) => `\`${one}\``).join(', ')}.` : '';
  const pattern = schema.pattern ? `Text that matches \`${schema.pattern}\`.` : '';
  const text =
    rows.length > 0
      ? rows
      : [[schema.description, values, pattern].filter(Boolean).join('. ') || 'Any other value.'];
  return [[`### ${name}`, '', ...text].join('\n')];
}

/** One line for each member, those of objects within it by their paths. */
function membersOf(schema: Schema, path: string): readonly string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const known = namesIn(one).map(link).join(', ');
    const text = [one.description ?? textIn(one), known].filter(Boolean).join(' ');
    const need = schema.required?.includes(name) ? ' (required)' : '';
    return [`- \`${path}${name}\`${need}${text ? `: ${text}` : ''}`, ...membersOf(one, `${path}${name}.`)];
  });
  const inside = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...own, ...inside.flatMap((one) => membersOf(one, path))];
}

const textIn = (schema: Schema): string =>
  schema.anyOf?.find(({ description }) => description)?.description ?? '';
