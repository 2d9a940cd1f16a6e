import { open } from 'node:fs/promises';

/** Adds text to the end of a file and waits until it is on disk. Creates the file, readable by its owner alone. */
export async function appendText(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
