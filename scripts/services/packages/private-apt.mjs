import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';
import { debianArchives } from './apt-sources.mjs';
import { sidArchitecture } from './sid-root.mjs';

const KEYRINGS = ['debian-archive-keyring.gpg', 'debian-archive-keyring.pgp'].map(
  (name) => `/usr/share/keyrings/${name}`,
);

/** @returns {string | undefined} the keyring that Debian's signatures are checked with */
export function debianKeyring() {
  return KEYRINGS.find((file) => existsSync(file));
}

/**
 * An apt of our own in `dir`: with an empty list of installed packages it resolves everything from nothing,
 * and it writes nowhere else, as any user.
 *
 * @param {string} dir
 * @param {string} uri a Debian archive
 * @param {string} keyring
 * @returns {string[]} options for apt-get
 */
export function privateApt(dir, uri, keyring) {
  const at = (/** @type {string} */ name) => join(dir, name);
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'preferences'])
    mkdirSync(at(name), { recursive: true });
  writeFileSync(at('status'), '');
  writeFileSync(at('sources.list'), `deb [signed-by=${keyring}] ${uri} sid main\n`);
  const options = {
    'Dir::State': at('state'),
    'Dir::State::status': at('status'),
    'Dir::Cache': at('cache'),
    'Dir::Etc::sourcelist': at('sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': at('preferences'),
    'APT::Sandbox::User': '',
    'APT::Install-Recommends': 'false',
    'APT::Keep-Downloaded-Packages': 'true',
    'Acquire::Languages': 'none',
    // The machine's archive may be a dated snapshot, whose release files have run out.
    'Acquire::Check-Valid-Until': 'false',
    'Acquire::Retries': '3',
    'Debug::NoLocking': 'true',
  };
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/**
 * Downloads packages with everything they need; signatures are checked by apt.
 *
 * @param {string} dir where apt works
 * @param {{ uris: readonly string[], keyring: string, packages: readonly string[], run: import('../processes/run-command.mjs').RunOptions }} what
 * @returns {Promise<string[]>} the package files
 * @throws {Error} when none of the archives could be read
 */
export async function downloadPackages(dir, { uris, keyring, packages, run }) {
  let fault = new Error('no Debian archive in the sources of this machine');
  for (const uri of uris) {
    const options = privateApt(dir, uri, keyring);
    try {
      await runCommand('apt-get', ['-q', ...options, '-o', 'APT::Update::Error-Mode=any', 'update'], run);
      await runCommand('apt-get', ['-q', '-y', ...options, '--download-only', 'install', ...packages], run);
      const archives = join(dir, 'cache/archives');
      return readdirSync(archives)
        .filter((name) => name.endsWith('.deb'))
        .map((name) => join(archives, name));
    } catch (error) {
      run.signal?.throwIfAborted();
      fault = /** @type {Error} */ (error);
    }
  }
  throw fault;
}

/**
 * Where way 5 gets its packages from on this machine.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ uris: string[], keyring: string }>}
 * @throws {Error} one sentence: why it cannot
 */
export async function findPackageSource(env) {
  if (process.platform !== 'linux' || !sidArchitecture())
    throw new Error('only for Linux on x86_64 and aarch64');
  for (const tool of ['apt-get', 'dpkg-deb']) {
    await runCommand(tool, ['--version']).catch(() =>
      Promise.reject(new Error(`${tool} is missing: not a Debian system`)),
    );
  }
  const uris = env.LEADKEEP_DEBIAN_MIRROR ? [env.LEADKEEP_DEBIAN_MIRROR] : debianArchives();
  if (uris.length === 0)
    throw new Error(
      'no Debian archive in the apt sources of this machine (LEADKEEP_DEBIAN_MIRROR can name one)',
    );
  const keyring = debianKeyring();
  if (!keyring) throw new Error('the package debian-archive-keyring is missing');
  return { uris, keyring };
}
