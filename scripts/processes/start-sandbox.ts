import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from './clone-dir.js';
import { startProcess, type RunningProcess } from './running-process.js';

/** Where the demo catalogue believes the sandbox to be. */
export const CATALOGUE_SANDBOX_URL = 'http://127.0.0.1:4810';
const CATALOGUE = 'sandbox/demo-catalogue.yaml';

export interface RunningSandbox {
  readonly process: RunningProcess;
  /** Its address, once it has told it. */
  readonly url: Promise<string>;
}

/** Starts the sandbox. `port` 0: a free one. */
export function startSandbox(
  port: number,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => undefined,
): RunningSandbox {
  let tell: (line: string) => void = () => undefined;
  const told = new Promise<string>((resolve) => (tell = resolve));
  const child = startProcess({
    name: 'sandbox',
    args: ['dist/sandbox/main.js'],
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

/** The demo catalogue for a sandbox at `url`. */
export const demoCatalogue = (url: string): string =>
  readFileSync(join(CLONE_DIR, CATALOGUE), 'utf8').replaceAll(CATALOGUE_SANDBOX_URL, url);
