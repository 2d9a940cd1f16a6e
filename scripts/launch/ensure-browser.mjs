import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../services/cache-dir.mjs';
import { withLock } from '../services/processes/file-lock.mjs';
import { runCommand } from '../services/processes/run-command.mjs';
import { timed } from '../services/processes/timed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

const FOLDER = 'test/browser';

/** A program for Node: unpacks everything into TMPDIR, which the package reads when it is imported. */
const UNPACK = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;

/** Only with this does the package also unpack the libraries that a bare machine lacks. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

/**
 * Installs test/browser and unpacks its Chromium into the cache, unless both are there.
 *
 * @param {string} cloneDir
 * @param {import('./ensure-installed.mjs').LaunchContext} context
 * @returns {Promise<string>} the folder of the unpacked browser
 */
export async function ensureBrowser(cloneDir, context) {
  const { dependencies } = JSON.parse(readFileSync(join(cloneDir, FOLDER, 'package.json'), 'utf8'));
  await ensureInstalled(cloneDir, context, FOLDER);
  const cache = join(cacheDir(), 'chromium');
  const dir = join(cache, `${dependencies['@sparticuz/chromium']}-${process.arch}`);
  if (existsSync(dir)) return dir;
  await withLock(join(cache, 'unpack.lock'), { ...context, what: 'unpacking Chromium' }, async () => {
    if (!existsSync(dir))
      await timed(context.log, 'unpacking Chromium', () => unpack(cloneDir, cache, dir, context));
  });
  return dir;
}

/**
 * Complete or absent: into a folder beside the final one, which nobody else can have filled, then renamed.
 *
 * @param {string} cloneDir
 * @param {string} cache
 * @param {string} dir
 * @param {import('./ensure-installed.mjs').LaunchContext} context
 */
async function unpack(cloneDir, cache, dir, { signal, guard }) {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'unpacking-'));
  try {
    await runCommand(process.execPath, ['-e', UNPACK], {
      cwd: join(cloneDir, FOLDER),
      env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: draft },
      signal,
      guard,
    });
    writeFileSync(join(draft, 'fonts/fonts.conf'), fontsConf(join(dir, 'fonts')));
    renameSync(draft, dir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The package's own file names folders of other machines. With this one every machine draws the same letters.
 *
 * @param {string} fonts
 */
const fontsConf = (fonts) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`;
