import fc from 'fast-check';
import { failureOf, Violated } from '../support/steps/failed-story.js';
import { tellRandomStory, type RandomStory } from '../support/steps/random-story.js';
import { SEED, SHARE } from '../support/steps/share.js';
import { randomStory } from '../support/steps/story-arbitrary.js';

/** `STEPS_SEED` and `STEPS_PATH`, or `STEPS_STORY`, replay what a failure printed; `STEPS_RUNS` searches longer. */
const PATH = process.env['STEPS_PATH'];
const STORY = process.env['STEPS_STORY'];
const RUNS = STORY === undefined ? Number(process.env['STEPS_RUNS'] ?? Math.ceil(1_000 * SHARE)) : 1;

describe(`random stories with up to two blows (STEPS_SEED=${SEED})`, () => {
  const told = { stories: 0, calls: 0, none: 0, one: 0, two: 0 };
  after(() => {
    const { stories, calls, none, one, two } = told;
    console.log(
      `      ${stories} stories, ${calls} calls; struck not at all ${none}, once ${one}, twice ${two}`,
    );
  });

  it('people who overlap in part, catalogues that change, operators who settle truly', async () => {
    const tellOne = fc.asyncProperty(randomStory, async (story) => {
      const { calls, struck, violations } = await tellRandomStory(story);
      told.stories += 1;
      told.calls += calls;
      told[struck === 0 ? 'none' : struck === 1 ? 'one' : 'two'] += 1;
      if (violations.length > 0) throw new Violated(violations);
    });
    const how: fc.Parameters<[RandomStory]> = {
      ...{ numRuns: RUNS, seed: SEED },
      ...(PATH === undefined ? {} : { path: PATH }),
      ...(STORY === undefined ? {} : { examples: [[JSON.parse(STORY) as RandomStory]] }),
    };
    const failure = failureOf(await fc.check(tellOne, how));
    if (failure !== undefined) throw new Error(failure);
  }).timeout(Math.max(300_000, RUNS * 400));
});
