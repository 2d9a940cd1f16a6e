import { spawnSync } from 'node:child_process';

const NO_PYTHON = 3;

/**
 * A Python with clients/python/requirements-dev.txt, installed once. Where there is none it says so; then a test is
 * skipped. In CI, packages that can't be installed are a failure.
 */
export function pythonForTests(): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['clients/python/scripts/tools.mjs'], {
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  if (status !== NO_PYTHON && process.env['CI']) throw new Error(stderr);
  console.log(`      not tried: ${stderr.trim()}`);
  return undefined;
}
