import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDir } from './load-script.js';

/** The scripts work on the clone they lie in: a copy of them in `dir` is a clone for a test. */
export function copyScripts(dir: string): string {
  mkdirSync(dir, { recursive: true });
  cpSync(join(cloneDir, 'scripts'), join(dir, 'scripts'), { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  return dir;
}

/** With this clone's packages. */
export function linkPackages(dir: string): void {
  symlinkSync(join(cloneDir, 'node_modules'), join(dir, 'node_modules'));
}
