import { expect } from 'chai';
import fc from 'fast-check';
import { tellRandomStory } from '../support/steps/random-story.js';
import { randomStory } from '../support/steps/story-arbitrary.js';

/** `STEPS_SEED` and `STEPS_PATH` replay what a failure printed; `STEPS_RUNS` searches longer. */
const SEED = Number(process.env['STEPS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const PATH = process.env['STEPS_PATH'];
const RUNS = Number(process.env['STEPS_RUNS'] ?? 1_500);

describe(`random stories with up to two blows (STEPS_SEED=${SEED})`, () => {
  const told = { stories: 0, calls: 0, none: 0, one: 0, two: 0 };
  after(() => {
    const { stories, calls, none, one, two } = told;
    console.log(
      `      ${stories} stories, ${calls} calls; struck not at all ${none}, once ${one}, twice ${two}`,
    );
  });

  it('people who overlap in part, catalogues that change, operators who settle truly', async () => {
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        const { calls, struck, violations } = await tellRandomStory(story);
        told.stories += 1;
        told.calls += calls;
        told[struck === 0 ? 'none' : struck === 1 ? 'one' : 'two'] += 1;
        expect(violations.join('\n')).to.equal('');
      }),
      { numRuns: RUNS, seed: SEED, ...(PATH === undefined ? {} : { path: PATH }) },
    );
  }).timeout(Math.max(120_000, RUNS * 200));
});
