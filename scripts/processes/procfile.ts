import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE_DIR } from './clone-dir.js';

export interface ProcfileEntry {
  readonly name: string;
  /** The program and arguments for Node. */
  readonly args: readonly string[];
}

/** The clone's Procfile: the release command and the long-running processes. Every command is `node PROGRAM …`. */
export function readProcfile(): {
  readonly release: ProcfileEntry;
  readonly services: readonly ProcfileEntry[];
} {
  const lines = readFileSync(join(CLONE_DIR, 'Procfile'), 'utf8').split('\n');
  const entries = lines.flatMap((line) => {
    const [, name, command] = /^([a-z]+): node (.+)$/.exec(line) ?? [];
    return name !== undefined && command !== undefined ? [{ name, args: command.trim().split(/\s+/) }] : [];
  });
  const release = entries.find(({ name }) => name === 'release');
  if (!release) throw new Error('The Procfile names no release step');
  return { release, services: entries.filter((entry) => entry !== release) };
}
