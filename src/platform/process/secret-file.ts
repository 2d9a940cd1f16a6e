import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The text of a file in `SECRETS_DIR`. `name` contains only letters, digits and `_`, so it can't leave the folder. A file
 * that can't be read counts as not set. `fault`: the system's name for why, unless there is no such file. `file`: where it is
 * looked for; absent without `SECRETS_DIR`.
 */
export function readSecretFile(
  name: string,
  { SECRETS_DIR = '' }: NodeJS.ProcessEnv,
): { readonly file?: string; readonly text?: string; readonly fault?: string } {
  const folder = SECRETS_DIR.trim();
  if (folder === '') return {};
  const file = join(folder, name);
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { file } : { file, fault: code };
  }
}

/** The names of the files in `SECRETS_DIR`. None if it can't be read. */
export function secretFileNames({ SECRETS_DIR = '' }: NodeJS.ProcessEnv): readonly string[] {
  const folder = SECRETS_DIR.trim();
  try {
    return folder === '' ? [] : readdirSync(folder);
  } catch {
    return [];
  }
}
