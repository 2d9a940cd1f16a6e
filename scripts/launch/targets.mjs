/**
 * What `node scripts/launch.mjs NAME` runs. Services: `private` are throw-away instances, `persistent` are the clone's own
 * (found running or started, data in `.leadkeep/`), `running` are the clone's own only if they run already, `own` are the target's business.
 *
 * @typedef {{ entry: string, services: 'private' | 'persistent' | 'running' | 'own' }} Target
 *
 * @type {Record<string, Target>}
 */
export const targets = {
  demo: { entry: 'dist/scripts/demo/main.js', services: 'private' },
  start: { entry: 'dist/scripts/start/main.js', services: 'persistent' },
  test: { entry: 'scripts/run-tests.mjs', services: 'private' },
  bench: { entry: 'dist/bench/main.js', services: 'private' },
  chaos: { entry: 'dist/chaos/main.js', services: 'own' },
  fuzz: { entry: 'dist/test/fuzz/main.js', services: 'private' },
  cli: { entry: 'dist/src/cli/main.js', services: 'running' },
};
