import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SandboxFile } from '../party.js';
import { parseFile } from './parse-file.js';

/** The parties of the demo. */
export const DEFAULT_FILE = fileURLToPath(new URL('../../../sandbox/parties.yaml', import.meta.url));

/** Reads a sandbox file from disk. Throws an error that lists all its problems, one per line. */
export function readFile(path: string): SandboxFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The sandbox file can't be read: ${(error as Error).message}`, { cause: error });
  }
  const parsed = parseFile(path, text);
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return parsed.file;
}
