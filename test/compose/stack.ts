import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLONE_DIR } from '../../scripts/processes/clone-dir.js';
import { freePort } from '../../scripts/processes/free-port.js';

/** What a command of Docker printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  /** The same, byte by byte. */
  readonly bytes: Buffer;
  /** Both outputs, as they came. */
  readonly all: string;
}

/** A project of `docker-compose.yml` with settings, ports, volumes and an image of its own. */
export interface Stack {
  readonly project: string;
  readonly image: string;
  readonly webUrl: string;
  /** The folder of the secrets of buyers. */
  readonly secrets: string;
  /** Its settings, as `.env` has them. What is changed here is there for the next command. */
  readonly settings: Record<string, string>;
  /** Runs `docker compose …`. Never rejects. */
  compose(args: readonly string[], input?: string | Buffer): Promise<Ran>;
  /** The same, for what must succeed: resolves with its standard output. */
  must(args: readonly string[], input?: string | Buffer): Promise<string>;
  /** The ids of the containers of a service, or of all. */
  ids(service?: string): Promise<readonly string[]>;
  /** What Docker says of a service's health: `starting`, `healthy`, `unhealthy`; `none` without a container that runs. */
  health(service: string): Promise<string>;
  /** Removes containers, volumes and networks. */
  remove(): Promise<void>;
}

/** Why there can be no test here. Undefined: an engine with compose answers. */
export function whyNoEngine(): string | undefined {
  for (const args of [
    ['version', '--format', '{{.Server.Version}}'],
    ['compose', 'version'],
  ]) {
    const { status, error } = spawnSync('docker', args, { encoding: 'utf8', timeout: 10_000 });
    if (error && 'code' in error && error.code === 'ENOENT') return 'docker is not on the PATH';
    if (status !== 0) return 'no Docker engine with compose answers';
  }
  return undefined;
}

export function docker(args: readonly string[], input?: string | Buffer): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn('docker', args, { cwd: CLONE_DIR, stdio: 'pipe' });
    const [out, all]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => void (out.push(chunk), all.push(chunk)));
    child.stderr.on('data', (chunk: Buffer) => void all.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const bytes = Buffer.concat(out);
      resolve({ code: code ?? 1, out: bytes.toString(), bytes, all: Buffer.concat(all).toString() });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** `image`: one that another stack has built. */
export async function openStack(image?: string): Promise<Stack> {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-compose-'));
  const id = randomBytes(4).toString('hex');
  const project = `leadkeep-test-${id}`;
  const secrets = join(dir, 'secrets');
  for (const folder of ['secrets', 'console-secrets']) mkdirSync(join(dir, folder), { mode: 0o755 });
  const port = await freePort();
  const hex = (): string => randomBytes(24).toString('hex');
  const settings: Record<string, string> = {
    ...{ IDENTITY_SECRET: hex(), REDIS_PASSWORD: hex(), MONGO_PASSWORD: hex(), MONGO_ROOT_PASSWORD: hex() },
    DATA_KEYS: dataKey('first'),
    ...{ SECRETS_DIR: secrets, CONSOLE_SECRETS_DIR: join(dir, 'console-secrets') },
    ...{ PORT: String(port), CONSOLE_PORT: String(await freePort()) },
    LEADKEEP_IMAGE: image ?? `leadkeep-test:${id}`,
  };
  const file = join(dir, '.env');
  const base = ['compose', '--project-name', project, '--env-file', file];
  const compose = (args: readonly string[], input?: string | Buffer): Promise<Ran> => {
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(file, lines.join(''), { mode: 0o600 });
    return docker([...base, ...args], input);
  };
  const must = async (args: readonly string[], input?: string | Buffer): Promise<string> => {
    const { code, out, all } = await compose(args, input);
    if (code !== 0)
      throw new Error(`docker compose ${args.join(' ')} ended with ${code}:\n${all.slice(-4_000)}`);
    return out;
  };
  const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
  return {
    ...{ project, secrets, settings, compose, must },
    image: settings['LEADKEEP_IMAGE'] ?? '',
    webUrl: `http://127.0.0.1:${port}`,
    ids: async (service) => words(await must(['ps', '--quiet', ...(service === undefined ? [] : [service])])),
    async health(service) {
      const text = await must(['ps', '--format', '{{.Health}}', service]);
      return words(text)[0] ?? 'none';
    },
    async remove() {
      await compose(['--profile', '*', 'down', '--volumes', '--timeout', '5', '--remove-orphans']);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A new data key of this name, as DATA_KEYS has it. */
export const dataKey = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`;
