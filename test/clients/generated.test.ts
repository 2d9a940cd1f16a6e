import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROUTES } from '../../src/api/routes.js';
import { document, textAt, type Part } from '../support/api-document.js';
import type { RecordedAnswer } from '../support/documented.js';

/** What makes the clients. Downloaded once: some 30 MB from Maven Central for Java's, and the packages that the clients need. */
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1';
const HARNESS = 'test/clients/generated';
const ID = '0b6f0a5e-5b1c-4f0e-9d5a-2f8f6d1c7a10';
const MONTH = '2026-10';
/** How many wrong cases are told of each client. */
const SHOWN = 20;
const CALLBACK = { result: 'accepted' };

interface Case extends RecordedAnswer {
  readonly url: string;
  /** The schema of the answer. */
  readonly schema: string;
  /** What is sent. */
  readonly sent?: unknown;
}

const run = async (program: string, args: readonly string[], cwd = '.'): Promise<string> => {
  const options = { cwd, maxBuffer: 256 * 1_048_576, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } };
  const { stdout } = await promisify(execFile)(program, args, options).catch((error: unknown) => {
    const { message, stdout: said, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${said.slice(-4_000)}\n${stderr.slice(-4_000)}`);
  });
  return stdout;
};

/** Answers that the contract's tests received, which run for it; or those of a file that an earlier run left. */
async function recordedAnswers(folder: string): Promise<RecordedAnswer[]> {
  const earlier = process.env['LEADKEEP_RECORDED_ANSWERS'];
  const file = earlier ?? join(folder, 'answers');
  if (earlier === undefined) await runContract(file);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordedAnswer);
}

async function runContract(file: string): Promise<void> {
  const mocha = resolve('node_modules/mocha/bin/mocha.js');
  const tests = readdirSync('dist/test/contract').filter((name) => name.endsWith('.test.js'));
  await promisify(execFile)(
    process.execPath,
    [mocha, '--timeout', '300000', '--reporter', 'dot', ...tests.map((name) => `dist/test/contract/${name}`)],
    { env: { ...process.env, LEADKEEP_RECORDED_ANSWERS: file }, maxBuffer: 64 * 1_048_576 },
  );
}

/** Those of the description itself. */
function examples(): RecordedAnswer[] {
  return Object.values(document['paths'] ?? {}).flatMap((methods) =>
    Object.values(methods ?? {}).flatMap((operation) =>
      Object.entries(operation?.['responses'] ?? {}).flatMap(([status, response]) =>
        Object.values(response?.['content']?.['application/json']?.['examples'] ?? {}).map((example) => ({
          ...{ operation: textAt(operation?.['operationId']), status: Number(status) },
          body: example?.['value'] as unknown,
        })),
      ),
    ),
  );
}

/** What tells two answers apart for a client: members and their types, and values of lists. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, LISTED.has(key) ? member : shapeOf(member)]),
  );
};
const LISTED = new Set([
  'code',
  'status',
  'error',
  'source',
  'offer_type',
  'type',
  'posting',
  'change',
  'kind',
]);

/** The same answer from a later service: with values in the lists that may grow and members that today's has not. */
function later(answer: RecordedAnswer): RecordedAnswer {
  if (typeof answer.body !== 'object' || answer.body === null) return answer;
  const grown = {
    ...(answer.status >= 400 ? { error: 'of_a_later_service' } : {}),
    ...('source' in answer.body ? { source: 'nobody_knew' } : {}),
  };
  return {
    ...answer,
    body: { ...answer.body, ...grown, code: 'OF_A_LATER_SERVICE', later: { n: 1, of: ['x'] } },
  };
}

const operationOf = (id: string): Part =>
  Object.values(document['paths'] ?? {})
    .flatMap((methods) => Object.values(methods ?? {}))
    .find((operation) => textAt(operation?.['operationId']) === id) ?? {};

const schemaOf = ({ operation, status }: RecordedAnswer): string =>
  textAt(
    operationOf(operation)['responses']?.[String(status)]?.['content']?.['application/json']?.['schema']?.[
      '$ref'
    ],
  ).replace(/.*\//, '');

/** The example requests, in turn, with keys of the affiliate's own where every client can send them (docs/api.md). */
function bodyOf(operation: string, at: number): { sent?: unknown } {
  if (operation === 'call_back') return { sent: CALLBACK };
  const route = ROUTES.find(({ describe: { id }, input }) => id === operation && input.body);
  const sent = Object.values(route?.describe.examples ?? {}).map(({ value }) => value);
  return route ? { sent: withOwnKeys(sent[at % sent.length] ?? {}) } : {};
}

const withOwnKeys = (body: Readonly<Record<string, unknown>>): unknown => ({
  ...body,
  ...Object.fromEntries(
    ['lead', 'tracking']
      .filter((name) => name in body)
      .map((name) => [name, { ...(body[name] as object), my_own: 'kept' }]),
  ),
  my_own: 'kept',
});

/** Answers `/N/…` with the Nth answer, and keeps what was sent. */
function serve(answers: readonly RecordedAnswer[], received: Map<number, unknown>): Promise<Server> {
  const server = createServer((request, response) => {
    const at = Number(request.url?.split('/')[1]);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.set(at, text === '' ? undefined : (JSON.parse(text) as unknown));
      const { status, body } = answers[at] ?? { status: 500, body: {} };
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Request-Id': 'request-1',
      });
      response.end(body === null ? undefined : JSON.stringify(body));
    });
  });
  return new Promise((listening) =>
    server.listen(0, '127.0.0.1', () => {
      listening(server);
    }),
  );
}

/** Makes a client in a folder of its own, and returns how it is called: with the file of cases as the last argument. */
type Client = (folder: string, description: string) => Promise<readonly [program: string, ...args: string[]]>;

const jar = async (folder: string): Promise<string> => {
  const [, name, version] = GENERATOR.split(':');
  await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${folder}`]);
  return join(folder, `${name}-${version}.jar`);
};
const generate = async (generator: string, description: string, folder: string): Promise<void> => {
  await run('java', [
    '-jar',
    await jar(folder),
    'generate',
    '-g',
    generator,
    '-i',
    description,
    '-o',
    folder,
  ]);
};
const python = async (folder: string, ...install: string[]): Promise<string> => {
  const made = join(folder, 'venv/bin/python');
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await run(made, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...install]);
  return made;
};
const tsc = resolve('node_modules/typescript/bin/tsc');

const CLIENTS: Readonly<Record<string, Client>> = {
  'OpenAPI Generator, Python': async (folder, description) => {
    await generate('python', description, folder);
    const program = await python(folder, '-r', join(folder, 'requirements.txt'));
    return [program, resolve(HARNESS, 'openapi_generator.py'), folder];
  },
  'openapi-python-client': async (folder, description) => {
    const program = await python(folder, PYTHON_GENERATOR);
    const args = ['generate', '--path', description, '--output-path', join(folder, 'made'), '--meta', 'none'];
    await run(join(folder, 'venv/bin/openapi-python-client'), args);
    return [program, resolve(HARNESS, 'openapi_python_client.py'), folder];
  },
  'OpenAPI Generator, TypeScript': async (folder, description) => {
    await generate('typescript-fetch', description, folder);
    const out = join(folder, 'compiled');
    const options = [
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'commonjs',
      '--lib',
      'es2022,dom',
    ];
    await run(process.execPath, [
      tsc,
      '--ignoreConfig',
      ...options,
      '--types',
      '',
      '--outDir',
      out,
      join(folder, 'index.ts'),
    ]);
    return [process.execPath, resolve(HARNESS, 'fetch.mjs'), out];
  },
  'OpenAPI Generator, Java': async (folder, description) => {
    await generate('java', description, folder);
    await run('mvn', ['-q', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
    cpSync(join(HARNESS, 'Called.java'), join(folder, 'Called.java'));
    const sources = ['-sourcepath', 'src/main/java', '-cp', 'lib/*', '-d', 'classes', 'Called.java'];
    await run('javac', ['-nowarn', ...sources], folder);
    return ['java', '-cp', `${join(folder, 'classes')}:${join(folder, 'lib')}/*`, 'Called'];
  },
};

/**
 * Clients that others make from `/openapi.json` take every answer of this service and of a later one, and send what was to
 * be sent. A part of `npm run test:long -- clients`: it runs the tests of the contract, and downloads.
 */
describe('clients that are made from the description', function () {
  this.timeout(3_600_000);
  const folder = mkdtempSync(join(tmpdir(), 'leadkeep-generated-'));
  const description = join(folder, 'openapi.json');
  const received = new Map<number, unknown>();
  let server: Server;
  let cases: readonly Case[] = [];
  before(async () => {
    writeFileSync(description, JSON.stringify(document));
    const byShape = new Map<string, RecordedAnswer>();
    for (const one of [...examples(), ...(await recordedAnswers(folder))]) {
      const { operation, status, body } = one;
      byShape.set(JSON.stringify([operation, status, shapeOf(body)]), one);
    }
    const answers = [...byShape.values()].flatMap((one) => [one, later(one)]);
    server = await serve(answers, received);
    const { port } = server.address() as AddressInfo;
    cases = answers.map((one, at) => ({
      ...one,
      ...{ url: `http://127.0.0.1:${port}/${at}`, schema: schemaOf(one) },
      ...bodyOf(one.operation, at),
    }));
    expect(new Set(cases.map(({ operation }) => operation)).size).to.equal(ROUTES.length + 1);
  });
  after(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, make] of Object.entries(CLIENTS))
    it(`${name}: takes every answer, and a code of a later service`, async () => {
      const own = join(folder, name.replaceAll(/\W+/g, '-'));
      mkdirSync(own);
      const [program, ...args] = await make(own, description);
      const file = join(own, 'cases.json');
      const given = cases.map(({ url, operation, status, schema, sent }) => ({
        ...{ url, operation, status, schema },
        ...(sent === undefined ? {} : { body: sent }),
      }));
      writeFileSync(file, JSON.stringify({ id: ID, month: MONTH, cases: given }));
      received.clear();
      const lines = (await run(program, [...args, file])).split('\n').filter(Boolean);
      expect(lines.length).to.equal(cases.length);
      const wrong = lines.flatMap((line, at) => {
        const { operation, status, body, sent } = cases[at] as Case;
        const told = JSON.parse(line) as { fault?: string; read?: Readonly<Record<string, unknown>> | null };
        const what = `${operation} ${status} ${JSON.stringify(body).slice(0, 600)}`;
        if (told.fault !== undefined) return [`${what}: ${told.fault}`];
        const lost = membersLost(body, told.read);
        if (lost.length > 0) return [`${what}: lost ${lost.join(', ')}`];
        const unsent = membersLost(sent ?? {}, received.get(at) ?? {});
        return unsent.length > 0 ? [`${what}: did not send ${unsent.join(', ')}`] : [];
      });
      const shown = wrong.slice(0, SHOWN).join('\n');
      expect(wrong.length, `${wrong.length} of ${cases.length}:\n${shown}\n`).to.equal(0);
    });

  it('openapi-typescript: has a type for every answer', async () => {
    const require = createRequire(resolve('console/package.json'));
    const { default: openapiTS, astToString } = require('openapi-typescript') as Typescript;
    writeFileSync(
      join(folder, 'schema.ts'),
      astToString(await openapiTS(JSON.parse(JSON.stringify(document)))),
    );
    const lines = cases
      .filter(({ body }) => body !== null)
      .map(({ operation, status, body }, at) => {
        const type = `operations['${operation}']['responses'][${status}]['content']['application/json']`;
        return `export const answer${at}: ${type} = ${JSON.stringify(body)};`;
      });
    const file = join(folder, 'answers.ts');
    writeFileSync(file, ["import type { operations } from './schema.js';", ...lines].join('\n'));
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
    await run(process.execPath, [tsc, '--ignoreConfig', ...options, '--types', '', file]);
  });
});

interface Typescript {
  readonly default: (description: unknown) => Promise<unknown>;
  readonly astToString: (tree: unknown) => string;
}

/** The paths of members that are not in the other value, or are another one there. Times may be written in another way. */
function membersLost(all: unknown, there: unknown, at = ''): string[] {
  if (typeof all !== 'object' || all === null) {
    const isSame = all === there || (isTime(all) && isTime(there) && Date.parse(all) === Date.parse(there));
    // What is absent and what is null say the same.
    return isSame || (all === null && there === undefined) ? [] : [at];
  }
  const other = (there ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(all).flatMap(([key, value]) => membersLost(value, other[key], `${at}/${key}`));
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
