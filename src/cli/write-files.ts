import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from '../core/catalogue/validation-issue.js';
import { CliError } from './cli-error.js';
import { WHY_UNREADABLE } from './read-sources.js';

interface Written {
  /** Whether any file was written. */
  readonly changed: boolean;
  readonly files: readonly { readonly name: string; readonly state: 'written' | 'up to date' }[];
}

/**
 * Brings files below a folder up to date. Other files stay. Throws a CliError if one can't be written, and before the first
 * one if a name leads out of the folder or to a hidden file: a name may come from anybody who edits a draft.
 */
export function writeFiles(folder: string, files: readonly SourceFile[]): Written {
  const bad = files.find(({ name }) =>
    name.split(/[/\\]/).some((part) => part === '' || part.startsWith('.')),
  );
  if (bad) throw new CliError(`The catalogue has a file with the name "${bad.name}", which is not written`);
  const states = files.map(({ name, text }) => {
    const where = path.join(folder, name);
    try {
      if (readOrNone(where) === text) return { name, state: 'up to date' } as const;
      mkdirSync(path.dirname(where), { recursive: true });
      writeFileSync(where, text);
    } catch (error) {
      throw unwritten(where, error);
    }
    return { name, state: 'written' } as const;
  });
  return { changed: states.some(({ state }) => state === 'written'), files: states };
}

/** Writes a file that a person named, over one that is there. Throws a CliError if it can't be written. */
export function writeBytes(where: string, bytes: Uint8Array): void {
  try {
    writeFileSync(where, bytes);
  } catch (error) {
    throw unwritten(where, error);
  }
}

function unwritten(where: string, error: unknown): CliError {
  const why = WHY_UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''];
  return new CliError(`${where} can't be written: ${why ?? String(error)}`);
}

function readOrNone(where: string): string | undefined {
  try {
    return readFileSync(where, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
