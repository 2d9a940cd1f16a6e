import { expect } from 'chai';
import { directBody, PATHS } from '../support/api.js';
import type { TestProcess } from '../support/processes.js';
import { apiOf, openStack, type Stack } from '../support/stack.js';
import { figuresOf, shown, TELLS_FIGURES, type Figures } from './support/figures.js';
import { sendAndLeave, sendAndRead } from './support/pipeline.js';
import { sayFigure } from './support/say-figure.js';
import { until } from '../support/until.js';

const BUNDLE = '/docs/swagger-ui-bundle.js';
const CONNECTIONS = 20;
const EACH = 300;
/** What a busy process opens beside an attack: a connection to a service, a log's pipe. */
const OWN_DESCRIPTORS = 20;

describe('attack: requests that nobody waits for', () => {
  let stack: Stack;
  let web: TestProcess;
  before(async () => {
    stack = await openStack();
    await stack.migrate();
    await stack.apply();
    web = await stack.start('web', TELLS_FIGURES);
    await stack.start('submit');
    await web.ready();
  });
  after(() => stack.close());

  const attack = (): Promise<unknown> =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => sendAndLeave(web.url, BUNDLE, EACH)));

  /** What it holds when it has let go. */
  async function afterAttack(before: Figures): Promise<Figures> {
    let now = before;
    await until(async () => {
      now = await figuresOf(web);
      return now.descriptors <= before.descriptors + OWN_DESCRIPTORS && now.heap < before.heap * 1.1;
    }, 'descriptors and heap are back');
    return now;
  }

  it('20 × 300 pipelined pages and gone: descriptors and heap are back, and a second time adds nothing', async () => {
    await sendAndLeave(web.url, BUNDLE, 2);
    const before = await figuresOf(web);
    await attack();
    const first = await afterAttack(before);
    await attack();
    const second = await afterAttack(before);
    sayFigure(`before ${shown(before)}`);
    sayFigure(`after ${CONNECTIONS} × ${EACH}: ${shown(first)}; after as many again: ${shown(second)}`);
  });

  it('a submit beside it is answered', async () => {
    const client = apiOf(web, await stack.issueKey());
    await client.post(PATHS.leads, directBody());
    const attacked = attack();
    const answer = await client.post(PATHS.leads, directBody());
    await attacked;
    sayFigure(`a submit during it: ${answer.status}`);
    expect(answer.status).to.be.oneOf([200, 202]);
  });

  it('who pipelines and stays gets every answer, in order', async () => {
    const statuses = await sendAndRead(web.url, '/docs/page.css', EACH);
    expect(statuses).to.deep.equal(Array<number>(EACH).fill(200));
  });
});
