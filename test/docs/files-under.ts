import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files below these folders that end in one of `endings`, as paths from the root of the repository. */
export const filesUnder = (folders: readonly string[], endings: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules') && endings.some((ending) => name.endsWith(ending)))
      .map((name) => join(folder, name)),
  );
