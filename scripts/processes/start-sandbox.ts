import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from './clone-dir.js';
import { startProcess, type RunningProcess } from './running-process.js';

/** The sandbox's address in the demo catalogue. */
export const CATALOGUE_SANDBOX_URL = 'http://127.0.0.1:4810';
const CATALOGUE = 'sandbox/demo-catalogue.yaml';

export interface RunningSandbox {
  readonly process: RunningProcess;
  /** Resolves with its address. */
  readonly url: Promise<string>;
}

/** Starts the sandbox. `port` 0: a free one. `file`: its parties; absent: the demo's. */
export function startSandbox(
  port: number,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => undefined,
  file?: string,
): RunningSandbox {
  let tell: (line: string) => void = () => undefined;
  const told = new Promise<string>((resolve) => (tell = resolve));
  const child = startProcess({
    name: 'sandbox',
    args: ['dist/sandbox/main.js', ...(file === undefined ? [] : [file])],
    env: { ...env, SANDBOX_PORT: String(port) },
    onLine: (line) => {
      tell(line);
      onLine(line);
    },
  });
  return { process: child, url: Promise.race([told, child.ended]).then(addressIn) };
}

function addressIn(line: string): string {
  if (!line.startsWith('http://')) throw new Error(`The sandbox did not start: ${line}`);
  return line;
}

/** The text of a catalogue file (default: the demo's) for a sandbox at `url`. */
export const demoCatalogue = (url: string, file = join(CLONE_DIR, CATALOGUE)): string =>
  readFileSync(file, 'utf8').replaceAll(CATALOGUE_SANDBOX_URL, url);
