/** The arrows of the architecture: which room may import from which (CONTRIBUTING.md). */
const room = (name, from, notTo) => ({ name, severity: 'error', from: { path: from }, to: { path: notTo } });

module.exports = {
  forbidden: [
    room(
      'core-imports-itself-only',
      '^src/core/',
      '^(src/(?!core/)|workers|sandbox|scripts|bench|chaos|test)',
    ),
    {
      name: 'core-touches-no-world',
      severity: 'error',
      comment:
        'core is pure: no I/O, no node module but crypto for hashes, no npm package but the date library, that of domain names, the engine of patterns, the distance of words, the escaping of HTML and the histogram',
      from: { path: '^src/core/' },
      to: {
        pathNot:
          '^(src/core/|node_modules/(@types/)?(luxon|tr46|leven|escape-html|re2js|@eslint-community/regexpp|hdr-histogram-js)|crypto$)',
      },
    },
    room('app-imports-core', '^src/app/', '^(src/(?!(app|core)/)|workers|sandbox|scripts|bench|chaos|test)'),
    {
      name: 'app-touches-no-world',
      severity: 'error',
      comment:
        'the use cases reach the world through ports: of npm packages they have the date library, retries, a CSV parser and a CSV writer, of node timers, hashes and chance',
      from: { path: '^src/app/' },
      to: {
        pathNot:
          '^(src/(app|core)/|node_modules/(@types/)?(luxon|p-retry|csv-(parse|stringify))|(timers/promises|crypto)$)',
      },
    },
    room(
      'platform-imports-app-and-core',
      '^src/platform/',
      '^(src/(http|api|operator-api|cli)/|workers|sandbox|scripts|bench|chaos|test)',
    ),
    {
      name: 'platform-implements-ports',
      severity: 'error',
      comment:
        'adapters know the ports, not the use cases; the rebuild of the ledger alone counts leads with one (CONTRIBUTING.md)',
      from: { path: '^src/platform/' },
      to: {
        path: '^src/app/',
        pathNot: '^src/app/(ports/|[^/]+/ports[.]ts$|outage[.]ts$|caps/count-leads[.]ts$)',
      },
    },
    room(
      'http-imports-app-and-core',
      '^src/http/',
      '^(src/(api|operator-api|cli)/|workers|sandbox|scripts|bench|chaos|test)',
    ),
    room(
      'api-imports-http-app-and-core',
      '^src/api/',
      '^(workers|src/(operator-api|cli)/|sandbox|scripts|bench|chaos|test)',
    ),
    room(
      'operator-api-imports-http-app-and-core',
      '^src/operator-api/',
      '^(workers|src/(api|cli)/|sandbox|scripts|bench|chaos|test)',
    ),
    {
      name: 'wiring-of-the-apis-alone-imports-platform',
      severity: 'error',
      from: {
        path: '^src/(http|api|operator-api)/',
        pathNot: '^src/(api/open-api|operator-api/open-[a-z-]+)[.]ts$',
      },
      to: { path: '^src/platform/', pathNot: '^src/platform/process/(logger|settings)[.]ts$' },
    },
    room(
      'workers-never-import-an-api',
      '^workers/',
      '^(src/(http|api|operator-api|cli)/|sandbox|scripts|bench|chaos|test)',
    ),
    {
      name: 'workers-are-entries-and-wiring',
      severity: 'error',
      comment:
        'entry files and workers/wiring connect use cases with adapters; the work itself is in src/app',
      from: { path: '^workers/(?!wiring/)[^/]+/' },
      to: { path: '^src/platform/' },
    },
    room(
      'cli-imports-operator-api-app-and-core',
      '^src/cli/',
      '^(src/api/|workers|sandbox|scripts|bench|chaos|test)',
    ),
    {
      name: 'cli-wiring-alone-imports-platform',
      severity: 'error',
      comment: 'the commands get ports; the error of a bad setting they may recognize',
      from: { path: '^src/cli/', pathNot: '^src/cli/wiring/' },
      to: { path: '^src/platform/', pathNot: '^src/platform/process/settings[.]ts$' },
    },
    room('sandbox-knows-core-types-only', '^sandbox/', '^(src/(?!core/)|workers|scripts|bench|chaos|test)'),
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-declared-packages-at-run-time',
      severity: 'error',
      from: { pathNot: '^(test|bench|chaos)/|^scripts/.*[.]mjs$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: '^node_modules/@types' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
