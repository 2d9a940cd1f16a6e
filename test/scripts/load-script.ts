import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tests run in the clone's folder; the scripts are plain `.mjs` files beside `dist/`, which the compiler doesn't touch. */
export const cloneDir = resolve('.');
export const scriptPath = (name: string): string => join(cloneDir, 'scripts', name);

/** The shape is the test's own word: what it uses of the script. */
export async function loadScript<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(scriptPath(name)).href)) as T;
}
