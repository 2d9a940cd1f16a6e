import { readFileSync } from 'node:fs';
import type { SourceFile } from '../core/catalogue/validation-issue.js';
import { CliError } from './cli-error.js';

/** The message for each error code of the file system. */
export const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

/** Reads the files as text. Throws a CliError if a file can't be read or is not UTF-8. */
export const readSources = (paths: readonly string[]): SourceFile[] =>
  paths.map((name) => ({ name, text: readText(name) }));

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const why =
      error instanceof TypeError
        ? 'it is not UTF-8 text'
        : WHY_UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''];
    throw new CliError(`${path} can't be read: ${why ?? String(error)}`);
  }
}
