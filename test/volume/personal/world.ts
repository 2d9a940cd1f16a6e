import { mkdirSync } from 'node:fs';
import { runHere } from '../../cli/run-cli.js';
import { makeTempDir } from '../../scripts/temp-dir.js';
import { processesWith, type ProcessName, type TestProcess } from '../../support/processes.js';
import { quietPort } from '../../support/quiet-port.js';
import { privateServices, type PrivateServices } from '../../support/services.js';
import { personalCatalogue } from './catalogue.js';
import { tap } from './haystack.js';
import { CALLBACK_SECRET, openParties, type Parties } from './parties.js';

/** All processes of a service, with everything about them where it can be searched. */
export interface World {
  readonly services: PrivateServices;
  /** The environment of commands. */
  readonly env: NodeJS.ProcessEnv;
  readonly parties: Parties;
  readonly processes: readonly TestProcess[];
  /** Output of commands that is no answer to who called them: warnings and progress. */
  readonly said: string[];
  /** Files that the service wrote: journal, heads of the consents, anchors. */
  readonly files: string;
  /** Everything that was ever sent to both databases. */
  readonly wires: readonly { readonly file: string; readonly where: string }[];
  readonly web: string;
  readonly console: string;
  /** Keys of both affiliates, a test key, and one for operators. */
  readonly keys: Readonly<Record<'northwind' | 'southwind' | 'test' | 'operator', string>>;
  /** Values of everything that is secret, by name. */
  readonly secrets: ReadonlyMap<string, string>;
  leadkeep(...args: string[]): Promise<string>;
  stop(): Promise<void>;
  start(...names: ProcessName[]): Promise<void>;
  /** Started, and maybe not ready. */
  startOne(name: ProcessName): Promise<TestProcess>;
  close(): Promise<void>;
}

export const ALL: readonly ProcessName[] = [
  'web',
  'search',
  'partner',
  'submit',
  'sweeper',
  'notify',
  'console',
];
const NO_LIMIT = ['search', 'results', 'submit', 'dupe_check', 'reconcile'].flatMap((name) => [
  '--limit',
  `${name}=1000000/min:1000000`,
]);
const SCOPES = 'leads:read,searches:read,pii:read,traffic:read,suppress,return,settle,audit:read';

/** `over`: further settings of every process and command. */
export async function openWorld(over: NodeJS.ProcessEnv = {}): Promise<World> {
  const services = privateServices();
  const dir = makeTempDir();
  const files = dir.path('files');
  for (const name of ['journal', 'heads', 'anchors']) mkdirSync(`${files}/${name}`, { recursive: true });
  const wires = ['mongo', 'redis'].map((name) => ({
    file: dir.path(`${name}.wire`),
    where: `sent to ${name}`,
  }));
  const taps = [await tap(services.mongoUrl, wires[0]!.file), await tap(services.redisUrl, wires[1]!.file)];
  const parties = await openParties();
  const webPort = String(await quietPort());
  const env: NodeJS.ProcessEnv = {
    ...services.env,
    MONGO_URL: taps[0]!.url,
    REDIS_URL: taps[1]!.url,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    PUBLIC_URL: `http://127.0.0.1:${webPort}`,
    ERASURE_JOURNAL: `${files}/journal`,
    CONSENT_HEADS_DIR: `${files}/heads`,
    AUDIT_ANCHOR_FILE: `${files}/anchors/anchors`,
    LEADKEEP_SECRET_CALLBACK: CALLBACK_SECRET,
    LEADKEEP_SECRET_BUYER: 'buyers-of-rehearsals-have-this',
    LEADKEEP_SECRET_SCRUB: 'services-of-rehearsals-have-this',
    LEADKEEP_SECRET_HOOK: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    LOG_LEVEL: 'trace',
    SEARCH_OPEN_MS: '5000',
    ...over,
  };
  const said: string[] = [];
  const leadkeep = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere(env, ...args);
    said.push(stderr);
    if (code !== 0) throw new Error(`leadkeep ${args[0] ?? ''} ${args[1] ?? ''}: ${stderr}`);
    return stdout;
  };
  await leadkeep('migrate');
  await leadkeep('apply', dir.write('catalogue.yaml', personalCatalogue(parties.url)));
  const issue = async (affiliate: string, ...more: string[]): Promise<string> =>
    (
      JSON.parse(
        await leadkeep('key', 'issue', '--affiliate', affiliate, ...NO_LIMIT, ...more, '--json'),
      ) as { key: string }
    ).key;
  const operator = await leadkeep(
    'operator-key',
    'issue',
    'rehearsal',
    '--scopes',
    SCOPES,
    '--expires',
    '1d',
    '--json',
  );
  const keys = {
    northwind: await issue('northwind'),
    southwind: await issue('southwind'),
    test: await issue('northwind', '--test'),
    operator: (JSON.parse(operator) as { key: string }).key,
  };
  const started = processesWith(env);
  const processes: TestProcess[] = [];
  const world: World = {
    ...{ services, env, parties, processes, said, files, wires, keys, leadkeep },
    secrets: secretsOf(env, keys),
    web: `http://127.0.0.1:${webPort}`,
    get console() {
      return processes.filter(({ name }) => name === 'console').at(-1)?.url ?? '';
    },
    async startOne(name) {
      const one = await started.start(name, name === 'web' ? { PORT: webPort } : {});
      processes.push(one);
      return one;
    },
    async start(...names) {
      for (const name of names) await world.startOne(name);
      for (const one of processes.filter((each) => each.isRunning())) await readyAtLast(one);
    },
    async stop() {
      const running = processes.filter((one) => one.isRunning());
      for (const one of running) one.send('SIGTERM');
      await Promise.all(running.map(({ ended }) => ended));
    },
    async close() {
      await started.killAll();
      await parties.close();
      for (const one of taps) await one.close();
      await services.close();
      dir.remove();
    },
  };
  return world;
}

/** A secret that is shorter is found by chance. */
const MIN_SECRET = 12;

/** The key of `DATA_KEYS` is looked for without its name, which every sealed text has. */
const secretsOf = (env: NodeJS.ProcessEnv, keys: World['keys']): Map<string, string> =>
  new Map(
    Object.entries({ ...env, ...keys })
      .filter(([name]) => /^(?:LEADKEEP_SECRET_|IDENTITY_SECRET|DATA_KEYS)|^[a-z]+$/.test(name))
      .flatMap(([name, list]) =>
        list
          .split(',')
          .map((value, n): [string, string] => [
            `${name} ${n}`,
            name === 'DATA_KEYS' ? value.slice(value.indexOf(':') + 1) : value,
          ]),
      )
      .filter(([, value]) => value.length >= MIN_SECRET),
  );

/** A machine that is busy takes longer than one wait. */
async function readyAtLast(one: TestProcess): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await one.ready();
      return;
    } catch (error) {
      if (tries === 5 || !one.isRunning())
        throw new Error(JSON.stringify(await one.ask('/readyz')), { cause: error });
    }
}
