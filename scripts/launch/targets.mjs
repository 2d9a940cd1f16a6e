import { PARTS } from './test-parts.mjs';

const START = `npm start [-- --sandbox [FILE] [--history]]

Runs all processes of Leadkeep until Ctrl-C, on services that it finds or brings up; data stays in .leadkeep/.

  --sandbox [FILE]   buyers and partners beside it: the demo's and their catalogue, or those of a file (docs/sandbox.md)
  --history          with --sandbox: an empty database first gets the leads of last month and this one (some 4 min)

PORT (3000) and SANDBOX_PORT (4810) choose other ports; docs/reference/settings.md has all settings, .env may hold them.`;

const DEMO = `npm run demo

Sets up everything on throw-away services, follows real leads from the HTTP call to the buyers and back, and reports what
they earned. It takes no options; npm start -- --sandbox has the same to play with by hand.`;

const MUTATE = `npm run mutate [-- [--fresh] [FOLDER …]]

Lists lines of the business logic that could be wrong without failing a fast test (docs/testing.md); all folders take some
ten minutes, and an interrupted run goes on where it stopped.

  FOLDER    only these, like core/caps
  --fresh   also where nothing changed since the last report`;

const LONG = `npm run test:long [-- PART …]

Everything at full length, in parts of at most half an hour (docs/testing.md): ${Object.keys(PARTS).join(', ')}.

  PART            only these
  --commit HASH   the one that this commit's hash chooses`;

/**
 * What `node scripts/launch.mjs NAME` runs. Services: `private` are throw-away instances, `persistent` are the clone's own
 * (found running or started, data in `.leadkeep/`), `running` are the clone's own if they are already running, `own`: the target starts them itself.
 *
 * If given, `usage` is printed and `options` are checked before anything is started. `browser`: it uses the one of test/browser.
 * `page`: the console's page is built before it runs (`first`), or meanwhile (`beside`).
 *
 * @typedef {{ entry: string, args?: readonly string[], services: 'private' | 'persistent' | 'running' | 'own',
 *   usage?: string, options?: readonly string[], browser?: true, page?: 'first' | 'beside' }} Target
 *
 * @type {Record<string, Target>}
 */
export const targets = {
  demo: { entry: 'dist/scripts/demo/main.js', services: 'private', usage: DEMO, options: [] },
  start: {
    entry: 'dist/scripts/start/main.js',
    services: 'persistent',
    page: 'beside',
    usage: START,
    options: ['--sandbox', '--history'],
  },
  test: { entry: 'scripts/run-tests.mjs', services: 'private', browser: true, page: 'first' },
  'test:long': {
    entry: 'scripts/run-tests.mjs',
    args: ['--long'],
    services: 'private',
    usage: LONG,
    options: ['--commit'],
    browser: true,
    page: 'first',
  },
  screenshot: { entry: 'dist/test/browser/screenshot.js', services: 'own', browser: true },
  pictures: {
    entry: 'dist/test/browser/pictures/main.js',
    services: 'private',
    browser: true,
    page: 'first',
  },
  bench: { entry: 'dist/bench/main.js', services: 'private' },
  chaos: { entry: 'dist/chaos/main.js', services: 'own' },
  mutate: { entry: 'scripts/mutate/main.mjs', services: 'own', usage: MUTATE, options: ['--fresh'] },
  month: { entry: 'dist/test/month/main.js', services: 'private' },
  fuzz: { entry: 'dist/test/fuzz/main.js', services: 'private' },
  cli: { entry: 'dist/src/cli/main.js', services: 'running' },
};

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Target | undefined} without what these arguments don't need: test files that open no page need neither page nor browser
 */
export function targetOf(name, args) {
  const target = targets[name];
  const files = name === 'test' ? args.filter((arg) => arg.endsWith('.js')) : [];
  if (!target || files.length === 0 || files.some((file) => /browser|console/.test(file))) return target;
  const { browser: _browser, page: _page, ...bare } = target;
  return bare;
}
