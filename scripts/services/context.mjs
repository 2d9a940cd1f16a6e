/**
 * What every way gets.
 *
 * @typedef {object} Context
 * @property {'private' | 'persistent'} mode private: throw-away data; persistent: kept in the clone
 * @property {string} dir of this instance: data and logs lie below it
 * @property {NodeJS.ProcessEnv} env
 * @property {import('./timed.mjs').Log} log
 * @property {import('./guard.mjs').Guard} guard
 * @property {AbortSignal} signal
 * @property {(spec: import('./start-server.mjs').ServerSpec, record: import('./stop-servers.mjs').ProcessRecord) => void} [onStarted]
 *   told of every process that was started, with all that starting it again needs
 * @property {() => Promise<number>} [pickPort] default: any free one
 * @property {() => Promise<void>} installed resolves when node_modules is complete; starts `npm ci` if nobody has
 *
 * @typedef {object} StartedServer
 * @property {string} url
 * @property {import('./stop-servers.mjs').ServerRecord[]} records in the order of their start; none when nothing was started
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {(context: Context) => Promise<StartedServer>} [redis] rejects with a sentence: why not on this machine
 * @property {(context: Context) => Promise<StartedServer>} mongo
 */
export {};
