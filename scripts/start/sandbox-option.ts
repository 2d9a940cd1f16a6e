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
  /** Plays the history (docs/sandbox.md) before anything starts. */
  readonly hasHistory: boolean;
}

/**
 * Reads `[--sandbox [FILE | --history]]`. Undefined: no sandbox. Throws a one-sentence error, or all problems of the file.
 */
export function sandboxOption(args: readonly string[]): SandboxOption | undefined {
  const hasHistory = args.includes('--history');
  const [option, given, more] = args.filter((arg) => arg !== '--history');
  if (option === undefined && !hasHistory) return undefined;
  const unknown = option === '--sandbox' ? more : option;
  if (unknown !== undefined || given?.startsWith('-'))
    throw new Error(
      `${unknown ?? given ?? ''} is no option; there is --sandbox [FILE] and --sandbox --history`,
    );
  if (hasHistory && (option === undefined || given !== undefined))
    throw new Error('--history goes with --sandbox and its own parties: npm start -- --sandbox --history');
  const file = given === undefined ? DEFAULT_FILE : resolve(given);
  const { catalogue } = readFile(file);
  return {
    file,
    isDemo: given === undefined && !hasHistory,
    hasHistory,
    ...(catalogue === undefined || hasHistory ? {} : { catalogue: resolve(dirname(file), catalogue) }),
  };
}
