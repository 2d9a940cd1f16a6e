/**
 * @typedef {object} Part
 * @property {readonly RegExp[]} files below dist/test
 * @property {Record<string, string>} [env] settings of its tests
 * @property {true} [oneByOne] its files would disturb each other
 */

/**
 * The parts of `npm run test:long` (docs/testing.md): everything at full length, each part alone within half an hour.
 *
 * @type {Record<string, Part>}
 */
export const PARTS = {
  steps: { files: [/^steps\//], env: { STEPS_SHARE: '1' } },
  browser: { files: [/^browser\//], env: { LENGTH: 'full' } },
  processes: { files: [/^(e2e|attack|fuzz)\//], env: { LENGTH: 'full' } },
  rehearsal: { files: [/^chaos\/chaos\./], env: { LENGTH: 'full', CHAOS_REDIS: 'single' }, oneByOne: true },
  sentinel: { files: [/^chaos\/chaos\./], env: { LENGTH: 'full', CHAOS_REDIS: 'sentinel' }, oneByOne: true },
  cluster: { files: [/^chaos\/chaos\./], env: { LENGTH: 'full', CHAOS_REDIS: 'cluster' }, oneByOne: true },
  month: { files: [/^month\/month\./], env: { LENGTH: 'full' } },
  clients: { files: [/^clients\//] },
  people: { files: [/^volume\/(dump-search|killed-upkeep)\./], oneByOne: true },
  platform: { files: [/^platform-of-dynos\//], oneByOne: true },
  compose: { files: [/^compose\//], oneByOne: true },
  volume: { files: [/^volume\/(?!dump-search|killed-upkeep)/], oneByOne: true },
};

/** What `npm test` leaves to the parts, whole. Of `steps`, `browser` and `chaos` it runs a part itself. */
export const LEFT_OUT = [
  /^attack\/(keys-of-one-lead|pipelined-pages|search-again-and-again)\./,
  /^browser\/harness\./,
  /^clients\//,
  /^compose\//,
  /^e2e\/(busy-destination|interrupted|outages|streams-drain|two-sweepers)\./,
  /^fuzz\//,
  /^month\/month\./,
  /^platform-of-dynos\//,
  /^volume\//,
];

/** Of `npm test`, what takes longest, the longest first, so that nothing is left alone at the end. */
export const SLOW_FIRST = ['chaos/chaos', 'browser/stories', 'steps/every-step'];

/**
 * @param {string} commit its hash
 * @returns {string} the part that `.ci/run` runs on this commit
 */
export function partOf(commit) {
  const names = Object.keys(PARTS);
  return names[Number.parseInt(commit.slice(0, 8), 16) % names.length] ?? '';
}
