import { chromiumDir } from './harness/open-browser.js';
import { tellActs } from './stories/acts.js';
import { tellAway } from './stories/away.js';
import { tellMornings } from './stories/mornings.js';
import { tellSignIn } from './stories/sign-in.js';
import { tellSpeed } from './stories/speed.js';
import { openWorld, type World } from './world/open-world.js';

/** One exchange and one browser for all stories. Each begins with people of its own. */
describe('the console in a browser', function () {
  this.timeout(300_000);
  let world: World | undefined;
  before(async function () {
    if (chromiumDir() === undefined) this.skip();
    world = await openWorld();
  });
  afterEach(async function () {
    const { currentTest } = this;
    await world?.sendHome(currentTest?.state === 'failed' ? currentTest.title : undefined);
  });
  after(() => world?.close());
  const there = (): World => {
    if (!world) throw new Error('the world is not open');
    return world;
  };

  describe('sign-in', () => {
    tellSignIn(there);
  });
  describe('mornings', () => {
    tellMornings(there);
  });
  describe('acts', () => {
    tellActs(there);
  });
  describe('speed', () => {
    tellSpeed(there);
  });
  describe('an outage', () => {
    tellAway(there);
  });
});
