import { withLock } from './file-lock.mjs';
import { firstThatWorks } from './first-that-works.mjs';
import { identityOf } from './process-identity.mjs';
import { isUp, lockFile, readState, removeState, writeState } from './server-state.mjs';
import { stopServers } from './stop-servers.mjs';

/** @typedef {import('./context.mjs').StartedServer & { way: string }} RunningServer */

/**
 * The clone's server with persistent data: the one that runs already, or a new one. One at a time works on the data.
 *
 * @param {import('./first-that-works.mjs').ServerName} server
 * @param {import('./context.mjs').Context} context
 * @param {string | null} owner the command that will stop it; null: it stays until `services down`
 * @returns {Promise<RunningServer>} without records when it was not started here
 */
export function persistentServer(server, context, owner) {
  const { dir, log, signal } = context;
  return withLock(lockFile(dir, server), { log, signal, what: `starting ${server}` }, async () => {
    const state = readState(dir, server);
    if (state && isUp(state)) {
      if (state.owner)
        log(`${server} belongs to ${state.owner.what} (process ${state.owner.pid}) and ends with it`);
      return { url: state.url, way: state.way, records: [] };
    }
    // Half of it may have survived a crash, and would hold the data.
    if (state) await stopServers(state.records);
    const started = await firstThatWorks(server, context);
    writeState(dir, server, {
      url: started.url,
      way: started.way,
      since: new Date().toISOString(),
      records: started.records,
      owner: owner === null ? null : { what: owner, pid: process.pid, identity: identityOf(process.pid) },
    });
    return started;
  });
}

/**
 * @param {string} dir the clone's `.leadkeep`
 * @param {import('./first-that-works.mjs').ServerName} server
 * @param {readonly import('./stop-servers.mjs').ServerRecord[]} records
 */
export async function stopPersistentServer(dir, server, records) {
  await stopServers(records);
  removeState(dir, server);
}
