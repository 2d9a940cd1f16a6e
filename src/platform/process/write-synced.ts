import { open } from 'node:fs/promises';

/** `a`: to the end of the file. `w`: instead of what it holds. `wx`: fails if there is one. */
type How = 'a' | 'w' | 'wx';
/** Readable by its owner alone. */
const PRIVATE = 0o600;

/** Writes text into a file and waits until it is on disk. Creates the file. */
export async function writeSynced(path: string, text: string, how: How, mode = PRIVATE): Promise<void> {
  const file = await open(path, how, mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the names in a folder are on disk. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
