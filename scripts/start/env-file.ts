import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { describeSettings } from '../../src/platform/process/settings.js';
import { CLONE_DIR } from '../processes/clone-dir.js';

/** Where `npm start` stores the settings of its processes, for commands that you start beside them. */
const ENV_FILE = '.leadkeep/start.env';
/** Every setting except the ports, which differ by process. */
const SHARED = [
  ...describeSettings().map(({ name }) => name),
  'LEADKEEP_SECRET_SANDBOX_TOKEN',
  'LEADKEEP_SECRET_SANDBOX_HMAC',
  'LEADKEEP_SECRET_SANDBOX_HOOK',
].filter((name) => !/^(CONSOLE_|HEALTH_)?PORT$/.test(name));
/** A comment for `node --env-file`. The pid alone is not enough: another process may have it by now. */
const OWNER = /^# npm start, process (\d+) \((.*)\)$/m;

interface ProcessIdentity {
  readonly identityOf: (pid: number) => string | null;
  readonly isSameProcess: (pid: number, identity: string | undefined) => boolean;
}

export interface EnvFile {
  /** Its path relative to the clone. */
  readonly name: string;
  /** A message about another running start of this clone. */
  readonly beside?: string;
  /** Removes the file if this process still owns it. */
  readonly remove: () => void;
}

/**
 * Writes the file for `node --env-file`, readable only by its owner, since it contains a secret. While another start of
 * the clone runs, that one keeps the usual name, and this file has the port in its name.
 */
export async function writeEnvFile(env: NodeJS.ProcessEnv, clone = CLONE_DIR): Promise<EnvFile> {
  const identity = await processIdentity();
  const other = liveOwner(join(clone, ENV_FILE), identity);
  const name = other ? ENV_FILE.replace('start', `start.${env['PORT'] ?? ''}`) : ENV_FILE;
  const file = join(clone, name);
  const settings = SHARED.filter((each) => env[each] !== undefined).map(
    (each) => `${each}=${quoted(env[each] ?? '')}\n`,
  );
  const text = `# npm start, process ${process.pid} (${identity.identityOf(process.pid)})\n${settings.join('')}`;
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600 });
  return {
    name,
    ...(other && { beside: besideOf(other, env, name) }),
    remove() {
      if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
    },
  };
}

/** Node has no escapes for quotes, and changes `\\n` within double ones. */
function quoted(value: string): string {
  const quote = [...(value.includes('\\') ? [] : ['"']), "'", '`'].find((one) => !value.includes(one)) ?? '"';
  return `${quote}${value}${quote}`;
}

interface Owner {
  readonly pid: number;
  readonly settings: NodeJS.ProcessEnv;
}

/** The process that wrote the file, while it runs. */
function liveOwner(file: string, { isSameProcess }: ProcessIdentity): Owner | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const [, pid, identity] = OWNER.exec(text) ?? [];
  const isOther = Number(pid) !== process.pid && isSameProcess(Number(pid), identity);
  return isOther ? { pid: Number(pid), settings: parseEnv(text) } : undefined;
}

function besideOf({ pid, settings }: Owner, env: NodeJS.ProcessEnv, name: string): string {
  const same = ['MONGO_URL', 'REDIS_URL', 'REDIS_PREFIX'].every((each) => settings[each] === env[each]);
  const where = same ? ' on the same services and data' : '';
  return `another npm start of this clone runs${where} (process ${pid}): leadkeep commands have its settings, ours are in ${name}`;
}

/** Plain Node outside `dist/`, not compiled. */
async function processIdentity(): Promise<ProcessIdentity> {
  const file = join(CLONE_DIR, 'scripts/services/processes/process-identity.mjs');
  return (await import(pathToFileURL(file).href)) as ProcessIdentity;
}
