import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { demoCatalogue } from '../../scripts/processes/start-sandbox.js';
import { openSandbox, type OpenSandbox } from '../sandbox/open-sandbox.js';
import { startApi, type TestApi } from '../support/api.js';
import { applyText } from '../support/applied-catalogue.js';
import { startSweeper, startWorkers, type TestWorkers } from '../support/workers.js';
import { runSnippets, snippetsOf } from './snippets.js';

const NORTHWIND = '00000000-0000-4000-a000-000000000001';
const PAGE = 'docs/affiliates.md';
/** In the order in which a reader runs them: they share one shell. */
const PAGES = [PAGE, ...['retries', 'direct-posts', 'duplicate-check', 'test-leads'].map(topic)];

function topic(name: string): string {
  return `docs/affiliates/${name}.md`;
}

/** What the snippets call. A machine has them or has not: Node and git alone bring neither. */
function missingTool(): string | undefined {
  return ['bash', 'curl', 'sha256sum'].find((tool) => {
    try {
      execFileSync(tool, ['--version'], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

describe(PAGE, function () {
  const closing: (() => unknown)[] = [];
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-docs-'));
  closing.push(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const snippets = PAGES.flatMap((page) => snippetsOf(page, readFileSync(page, 'utf8')));
  let printed: string[] = [];
  let env: NodeJS.ProcessEnv = {};

  before(async function () {
    const missing = missingTool();
    if (missing !== undefined) {
      console.log(`    ${PAGE}: not run, this machine has no ${missing}`);
      this.skip();
    }
    process.env['LEADKEEP_SECRET_SANDBOX_TOKEN'] = 'for the sandbox';
    closing.push(() => delete process.env['LEADKEEP_SECRET_SANDBOX_TOKEN']);
    const sandbox: OpenSandbox = await openSandbox();
    closing.push(() => sandbox.close());
    const { catalogue, apply } = applyText(demoCatalogue(sandbox.url));
    const settings = { outboundAllow: ['127.0.0.0/8'], searchWaitMs: 10_000, submitWaitMs: 10_000 };
    const api: TestApi = await startApi(settings, catalogue);
    closing.push(() => api.close());
    await apply(api.connection);
    const workers: TestWorkers = await startWorkers(api.platform.settings);
    closing.push(() => workers.close());
    const sweeper = startSweeper(workers);
    closing.push(() => sweeper.drain());
    const key = await api.issueKey({ affiliate_id: NORTHWIND, limits: {} });
    const { PATH, HOME } = process.env;
    env = { PATH, HOME, BASE: api.url, KEY: key };
    printed = await runSnippets(snippets, env, dir);
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  for (const [index, { at, expected }] of snippets.entries())
    it(`${at} ${expected === undefined ? 'runs' : `prints ${JSON.stringify(expected)}`}`, () => {
      const text = printed[index] ?? '';
      if (expected !== undefined) expectLike(JSON.parse(text), expected);
    });

  it('sells to new people each time, on the same database', async () => {
    const sale = snippets.findIndex(
      ({ expected }) => (expected as { code?: string } | undefined)?.code === 'ACCEPTED',
    );
    const again = await runSnippets(snippets.slice(0, sale + 1), env, dir);
    expectLike(JSON.parse(again[sale] ?? ''), snippets[sale]?.expected);
  });

  it('stops polling at an answer that is an error, and says so', async () => {
    const { shell } = snippets.find((one) => one.shell.startsWith('while call GET "results/')) ?? {
      shell: '',
    };
    const [answer = ''] = await runSnippets(
      [{ at: PAGE, shell: `${snippets[0]?.shell ?? ''}SEARCH_ID=none\n${shell}` }],
      env,
      dir,
    );
    expect((JSON.parse(answer) as { code: string }).code).to.equal('NOT_FOUND');
  });
});

/** The members that the page shows are there as it shows them; `…` stands for any text. */
function expectLike(found: unknown, shown: unknown): void {
  if (shown === '…') expect(found).to.be.a('string').that.is.not.empty;
  else if (typeof shown === 'object' && shown !== null) {
    expect(found).to.be.an('object');
    for (const [reservationId, value] of Object.entries(shown))
      expectLike((found as Record<string, unknown>)[reservationId], value);
  } else expect(found).to.deep.equal(shown);
}
