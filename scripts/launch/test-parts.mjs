/**
 * The parts of `npm run test:long` (docs/testing.md): everything at full length, each within half an hour alone. What a file does in
 * `npm test` and what only here, the settings in `env` say.
 *
 * @type {Record<string, { files: readonly RegExp[], env?: Record<string, string> }>}
 */
export const PARTS = {
  steps: { files: [/^steps\/.*\.test\.js$/], env: { STEPS_SHARE: '1' } },
  browser: { files: [/^browser\/.*\.test\.js$/], env: { LENGTH: 'full' } },
  processes: { files: [/^(e2e|attack)\/.*\.test\.js$/], env: { LENGTH: 'full' } },
};

/** Of `npm test`, what takes longest, the longest first. */
export const SLOW_FIRST = ['chaos/chaos', 'browser/stories', 'e2e/', 'steps/'];

/**
 * @param {string} commit its hash
 * @returns {string} the part that `.ci/run` runs on this commit
 */
export function partOf(commit) {
  const names = Object.keys(PARTS);
  return names[Number.parseInt(commit.slice(0, 8), 16) % names.length] ?? '';
}
