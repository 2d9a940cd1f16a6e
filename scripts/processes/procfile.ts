import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from './clone-dir.js';

export interface ProcfileEntry {
  readonly name: string;
  /** Options of Node, the program, and its arguments. */
  readonly args: readonly string[];
  /** The options of Node among them, which stand before the program. */
  readonly flags: readonly string[];
}

/** A clone's Procfile: the release command and the long-running processes. Every command is `node [OPTIONS] PROGRAM …`. */
export function readProcfile(dir = CLONE_DIR): {
  readonly release: ProcfileEntry;
  readonly services: readonly ProcfileEntry[];
} {
  const lines = readFileSync(join(dir, 'Procfile'), 'utf8').split('\n');
  const entries = lines.flatMap((line) => {
    const [, name, command] = /^([a-z]+): node (.+)$/.exec(line) ?? [];
    if (name === undefined || command === undefined) return [];
    const args = command.trim().split(/\s+/);
    return [
      {
        name,
        args,
        flags: args.slice(
          0,
          args.findIndex((arg) => !arg.startsWith('-')),
        ),
      },
    ];
  });
  const release = entries.find(({ name }) => name === 'release');
  if (!release) throw new Error('The Procfile names no release step');
  return { release, services: entries.filter((entry) => entry !== release) };
}
