import { dirname, resolve } from 'node:path';
import { DEFAULT_FILE, readFile } from '../../sandbox/file/read-file.js';

/** The sandbox that `--sandbox [FILE]` asks for. */
export interface SandboxOption {
  /** The parties. */
  readonly file: string;
  /** The file's catalogue. */
  readonly catalogue?: string;
  /** The demo's own parties. */
  readonly isDemo: boolean;
}

/** Reads `[--sandbox [FILE]]`. Undefined: no sandbox. Throws a one-sentence error, or all problems of the file. */
export function sandboxOption(args: readonly string[]): SandboxOption | undefined {
  const [option, given, more] = args;
  if (option === undefined) return undefined;
  const unknown = option === '--sandbox' ? more : option;
  if (unknown !== undefined || given?.startsWith('-'))
    throw new Error(`${unknown ?? given ?? ''} is no option; there is one, --sandbox [FILE]`);
  const file = given === undefined ? DEFAULT_FILE : resolve(given);
  const { catalogue } = readFile(file);
  return {
    file,
    isDemo: given === undefined,
    ...(catalogue === undefined ? {} : { catalogue: resolve(dirname(file), catalogue) }),
  };
}
