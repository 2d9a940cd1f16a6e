import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type TempDir = ReturnType<typeof makeTempDir>;

/** A folder for one test or test file; everything in it goes with `remove`. */
export function makeTempDir() {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-scripts-test-'));
  chmodSync(dir, 0o755);
  const write = (name: string, content: string, mode = 0o644): string => {
    const file = join(dir, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  };
  return {
    dir,
    path: (name: string) => join(dir, name),
    write,
    program: (name: string, shell: string) => write(name, `#!/bin/sh\n${shell}\n`, 0o755),
    remove: () => {
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
