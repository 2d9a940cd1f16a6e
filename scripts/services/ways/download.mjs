import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { dirname, join } from 'node:path';
import { cacheDir } from '../cache-dir.mjs';
import { withLock } from '../processes/file-lock.mjs';
import { startMongod } from '../servers/mongo-servers.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { timed } from '../processes/timed.mjs';

const DEFAULT_HOST = 'https://fastdl.mongodb.org';
// What the compose files run (docs/services.md).
const VERSION = '8.0.28';
const REACHED_WITHIN_MS = 3_000;

/**
 * Way 4: a real mongod, fetched by mongodb-memory-server-core where its host can be reached. MongoDB only.
 *
 * @type {import('./first-that-works.mjs').Way}
 */
export const wayDownload = {
  name: 'download',
  async mongo(context) {
    const dir = join(cacheDir(context.env), 'mongod');
    if (!findMongod(dir)) {
      await reachable(context.env.MONGOMS_DOWNLOAD_MIRROR || DEFAULT_HOST);
      await context.installed();
      mkdirSync(dirname(dir), { recursive: true });
      await withLock(`${dir}.lock`, { ...context, what: 'downloading mongod' }, async () => {
        if (!findMongod(dir)) await timed(context.log, 'downloading mongod', () => download(dir));
      });
    }
    const file = findMongod(dir) ?? '';
    await runCommand(file, ['--version'], { signal: context.signal });
    return startMongod(file, context);
  },
};

/** @param {string} dir */
function findMongod(dir) {
  const name =
    existsSync(dir) &&
    readdirSync(dir).find((entry) => entry.startsWith('mongod') && !entry.endsWith('.lock'));
  return name ? join(dir, name) : undefined;
}

/**
 * Any answer will do: the question is whether there is a way to the host at all, and that must not take long.
 *
 * @param {string} url
 */
function reachable(url) {
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(new Error(`${new URL(url).host}, where mongod is downloaded from, cannot be reached`));
    const ask = url.startsWith('http:') ? httpRequest : httpsRequest;
    const request = ask(
      url,
      { method: 'HEAD', signal: AbortSignal.timeout(REACHED_WITHIN_MS) },
      (response) => {
        response.resume();
        resolve(true);
      },
    );
    request.once('error', fail);
    request.end();
  });
}

/**
 * Into a folder beside, renamed when it is complete.
 *
 * @param {string} dir
 */
async function download(dir) {
  const draft = mkdtempSync(`${dir}-unfinished-`);
  try {
    // Not a static import: this file also loads where node_modules does not exist yet.
    const { MongoBinary } = await import('mongodb-memory-server-core');
    await MongoBinary.getPath({ downloadDir: draft, version: process.env['MONGOMS_VERSION'] ?? VERSION });
    renameSync(draft, dir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
