import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { TextDecoder } from 'node:util';
import type { SourceFile } from '../core/catalogue/validation-issue.js';
import { CliError } from './cli-error.js';

/** The message for each error code of the file system. */
export const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

/** The most of a file that is read as a whole; a file of leads has some 500,000 rows then. Longer ones are split. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The name for the standard input, as `leadkeep apply - < catalogue.yaml` gives it to a container. */
const STANDARD_INPUT = '-';

/**
 * Reads the files as text; `-` is the standard input. Throws a CliError if a file can't be read or is no text, or is too
 * long.
 */
export const readSources = (paths: readonly string[]): SourceFile[] =>
  paths.map((path) => {
    const name = fileOf(path);
    return { name, text: readText(name) };
  });

/**
 * The same files under the names that the catalogue keeps: below the deepest folder that all are in, so that it doesn't
 * matter from where they were given. The standard input is `catalogue.yaml`.
 */
export function namedTogether(files: readonly SourceFile[]): SourceFile[] {
  const paths = files.map(({ name }) =>
    path.resolve(name === fileOf(STANDARD_INPUT) ? 'catalogue.yaml' : name).split(path.sep),
  );
  const [first = [], ...others] = paths.map((parts) => parts.slice(0, -1));
  const differs = first.findIndex((part, index) => others.some((folder) => folder[index] !== part));
  const depth = differs < 0 ? first.length : differs;
  return files.map(({ text }, index) => ({ name: (paths[index] ?? []).slice(depth).join('/'), text }));
}

/** Reads a file in any charset; `-` is the standard input. Throws a CliError if it can't be read or is too long. */
export function readBytes(path: string): Buffer {
  const name = fileOf(path);
  try {
    if (statSync(name).size > MOST_BYTES) throw new CliError(`${name} has over 32 MiB: split it`);
    return readFileSync(name);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const why = WHY_UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''];
    throw new CliError(`${name} can't be read: ${why ?? String(error)}`);
  }
}

// By its path: Node makes its own descriptor one that does not wait for what is yet to come.
const fileOf = (path: string): string => (path === STANDARD_INPUT ? '/dev/stdin' : path);

/** Reads a spreadsheet's CSV: UTF-8, UTF-16 or, if it is neither, what Excel writes on Windows in English. */
export function readSheet(path: string): { readonly text: string; readonly encoding: string } {
  const bytes = readBytes(path);
  const decoder = decoderOf(path, bytes, { fatal: true });
  try {
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

function readText(path: string): string {
  const bytes = readBytes(path);
  try {
    return decoderOf(path, bytes, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(
      `${path} can't be read: it is not UTF-8 text; save it as UTF-8 (for CSV, "CSV UTF-8")`,
    );
  }
}

/**
 * The decoder of a file that begins with these bytes: UTF-8, or UTF-16, which programs of Windows write with a byte order
 * mark or without. The first character of our files is never one that UTF-16 writes without a zero. Throws a CliError for
 * what is packed.
 */
export function decoderOf(
  path: string,
  begin: Uint8Array,
  options?: { readonly fatal: boolean },
): TextDecoder {
  const [first, second] = begin;
  if (first === 0x50 && second === 0x4b)
    throw new CliError(
      `${path} is a ZIP file or a spreadsheet: unpack it, or save the spreadsheet as "CSV UTF-8"`,
    );
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', options);
}
