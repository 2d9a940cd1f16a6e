import { chromiumDir } from './harness/open-browser.js';
import { tellActs } from './stories/acts.js';
import { tellAway } from './stories/away.js';
import { tellChanges } from './stories/changes.js';
import { tellComingIn } from './stories/coming-in.js';
import { tellDraft } from './stories/draft.js';
import { tellForms } from './stories/forms.js';
import { tellHostileTexts } from './stories/hostile.js';
import { tellLists } from './stories/lists.js';
import { tellLooks } from './stories/looks.js';
import { tellMoney } from './stories/money.js';
import { tellMornings } from './stories/mornings.js';
import { tellPersonalData } from './stories/personal-data.js';
import { tellReports } from './stories/reports.js';
import { tellReturns } from './stories/returns.js';
import { tellSaid } from './stories/said.js';
import { tellSecrets } from './stories/secrets.js';
import { tellSignIn } from './stories/sign-in.js';
import { tellSpeed } from './stories/speed.js';
import { tellWebhooks } from './stories/webhooks.js';
import { openWorld, type World } from './world/open-world.js';

/** One exchange and one browser for all stories. Each begins with people of its own; the last one leaves nothing as it was. */
describe('the console in a browser', function () {
  this.timeout(900_000);
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
    tellComingIn(there);
  });
  describe('mornings', () => {
    tellMornings(there);
  });
  describe('money', () => {
    tellMoney(there);
  });
  describe('reports', () => {
    tellReports(there);
  });
  describe('acts', () => {
    tellActs(there);
    tellReturns(there);
  });
  describe('lists', () => {
    tellLists(there);
  });
  describe('affiliates', () => {
    tellWebhooks(there);
  });
  describe('personal data', () => {
    tellSaid(there);
    tellPersonalData(there);
  });
  describe('the catalogue', () => {
    tellDraft(there);
    tellForms(there);
    tellChanges(there);
    tellSecrets(there);
  });
  describe('looks', () => {
    tellLooks(there);
  });
  describe('speed', () => {
    tellSpeed(there);
  });
  describe('an outage', () => {
    tellAway(there);
  });
  describe('hostile texts', () => {
    tellHostileTexts(there);
  });
});
