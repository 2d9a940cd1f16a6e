import { setTimeout as sleep } from 'node:timers/promises';
import { firstThatWorks } from './ways/first-that-works.mjs';
import { isSameProcess } from './processes/process-identity.mjs';
import { startServer } from './processes/start-server.mjs';
import { stopServers } from './processes/stop-servers.mjs';

const BACK_WITHIN_MS = 60_000;

/**
 * One program of a server, which may be killed at any moment and comes back on the same port with the same data.
 *
 * @typedef {object} RestartablePart
 * @property {string} name redis, mongod, postgres, ferretdb
 * @property {string} dataDir
 * @property {() => Promise<void>} kill SIGKILL to it and its group; done when it is gone
 * @property {() => Promise<void>} restart done when it answers again; throws after a minute
 *
 * @typedef {object} RestartableServer
 * @property {string} url
 * @property {string} way by which it was found
 * @property {RestartablePart[]} parts in the order of their start
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server of one's own by the first way that works; not by Docker, whose containers change their port.
 *
 * @param {import('./ways/first-that-works.mjs').ServerName} server
 * @param {import('./ways/first-that-works.mjs').Context} context
 * @returns {Promise<RestartableServer>}
 */
export async function startRestartable(server, context) {
  /** @type {{ spec: import('./processes/start-server.mjs').ServerSpec, record: import('./processes/stop-servers.mjs').ProcessRecord }[]} */
  const started = [];
  const { url, way } = await firstThatWorks(server, {
    ...context,
    env: { ...context.env, LEADKEEP_SERVICES: withoutDocker(context.env) },
    onStarted: (spec, record) => started.push({ spec, record }),
  });
  return {
    url,
    way,
    parts: started.map((one) => partOf(one, context)),
    stop: () => stopServers(started.map(({ record }) => record)),
  };
}

/** @param {NodeJS.ProcessEnv} env */
function withoutDocker({ LEADKEEP_SERVICES: chosen = 'path,download,packages' }) {
  const ways = chosen.split(',').filter((name) => name.trim() !== 'docker');
  if (ways.length === 0) throw new Error('LEADKEEP_SERVICES allows Docker alone');
  return ways.join(',');
}

/**
 * @param {{ spec: import('./processes/start-server.mjs').ServerSpec, record: import('./processes/stop-servers.mjs').ProcessRecord }} one
 * @param {import('./ways/first-that-works.mjs').Context} context
 * @returns {RestartablePart}
 */
function partOf(one, { guard, signal }) {
  return {
    name: one.spec.name,
    dataDir: one.spec.cwd,
    async kill() {
      const { pid, identity } = one.record;
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It had ended by itself.
      }
      while (isSameProcess(pid, identity)) await sleep(5);
      guard.forget(pid);
    },
    async restart() {
      const deadline = Date.now() + BACK_WITHIN_MS;
      for (;;) {
        try {
          one.record = await startServer(one.spec, { guard, signal });
          return;
        } catch (error) {
          // What the killed one has left (PostgreSQL's children) holds its data for a moment.
          if (signal.aborted || Date.now() > deadline) throw error;
          await sleep(100);
        }
      }
    },
  };
}
