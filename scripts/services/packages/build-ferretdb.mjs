import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../processes/run-command.mjs';

export const FERRETDB = 'github.com/FerretDB/FerretDB/v2/cmd/ferretdb@v2.7.0';
const NEEDED_GO = 25;
const TRIES = 3;
const PAUSE_MS = 1_000;

/** @typedef {{ file: string, env: Record<string, string> }} GoTool */

/**
 * @param {import('../processes/run-command.mjs').RunOptions} run
 * @returns {Promise<GoTool | null>} the Go on the PATH when it is new enough (1.25)
 */
export async function goOnPath(run) {
  try {
    const version = await runCommand('go', ['env', 'GOVERSION'], {
      ...run,
      env: { ...process.env, GOTOOLCHAIN: 'local' },
    });
    const minor = Number(/go1\.(\d+)/.exec(version)?.[1] ?? 0);
    return minor >= NEEDED_GO ? { file: 'go', env: {} } : null;
  } catch {
    return null;
  }
}

/**
 * Its programs are static: they need no loader of their own.
 *
 * @param {string} root with the unpacked `golang-go` of sid
 * @returns {GoTool}
 */
export function goOfSid(root) {
  const name = readdirSync(join(root, 'usr/lib')).find((entry) => /^go-1\.\d+$/.test(entry));
  if (!name) throw new Error("sid's golang-go has no usr/lib/go-1.N");
  return { file: join(root, 'usr/lib', name, 'bin/go'), env: { GOROOT: join(root, 'usr/lib', name) } };
}

/**
 * Builds FerretDB from the Go module proxy, with module and build caches of its own (`work`), so that an interrupted
 * build goes on where it was and nothing is left in the user's folders.
 *
 * @param {GoTool} go
 * @param {{ work: string, to: string, run: import('../processes/run-command.mjs').RunOptions }} where
 */
export async function buildFerretdb(go, { work, to, run }) {
  const bin = join(work, 'bin');
  const env = {
    ...process.env,
    ...go.env,
    GOBIN: bin,
    GOPATH: join(work, 'path'),
    GOMODCACHE: join(work, 'mod'),
    GOCACHE: join(work, 'build'),
    GOTMPDIR: '',
    // Nothing is inlined and nothing can be debugged: a third less to compile, and most of the work is PostgreSQL's anyway.
    GOFLAGS: `${process.env.GOFLAGS ?? ''} -modcacherw -trimpath -gcflags=all=-l -ldflags=-w`.trim(),
    // Never another toolchain from somewhere: the one that was found is new enough.
    GOTOOLCHAIN: 'local',
    GOTELEMETRY: 'off',
    GOWORK: 'off',
    CGO_ENABLED: '0',
    DO_NOT_TRACK: '1',
    HOME: process.env.HOME || work,
  };
  mkdirSync(work, { recursive: true });
  mkdirSync(to, { recursive: true });
  await installed(go.file, { ...run, env, cwd: work });
  copyFileSync(join(bin, 'ferretdb'), join(to, 'ferretdb'));
}

/**
 * Go gives up at the first of two hundred modules that does not come, and keeps those that came: apt tries three times, too.
 *
 * @param {string} go
 * @param {import('../processes/run-command.mjs').RunOptions} run
 */
async function installed(go, run) {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await runCommand(go, ['install', FERRETDB], run);
      return;
    } catch (error) {
      run.signal?.throwIfAborted();
      if (left === 0) throw error;
      await sleep(PAUSE_MS, undefined, run.signal ? { signal: run.signal } : {});
    }
  }
}
