import { debianArchives } from './apt-sources.mjs';
import { debianKeyring } from './private-apt.mjs';
import { runCommand } from './run-command.mjs';
import { sidArchitecture } from './sid-root.mjs';

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
