import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';
import { hookSecret } from '../../../scripts/processes/hook-secret.js';
import { withLedger } from '../../../src/cli/wiring/with-ledger.js';
import { flakyProxy, type FlakyProxy } from '../../support/flaky-proxy.js';
import { IS_FULL } from '../../support/in-full.js';
import { processesWith, type TestProcess } from '../../support/processes.js';
import { quietPort } from '../../support/quiet-port.js';
import { privateServices, TEST_SECRET } from '../../support/services.js';
import { playHistory, type PlayedHistory } from '../../month/history/play-history.js';
import { openBrowser } from '../harness/open-browser.js';
import type { Browser } from '../harness/playwright.js';
import { joinAs, type Person, type Joining } from './person.js';

/** Enough for the incidents of the history; at full length, also for lists of more than one page. */
const LEADS = IS_FULL ? 300 : 150;

/** What signs the webhooks to the sandbox's affiliate. */
export const HOOK_SECRET = hookSecret();

const FAILURES = join(CLONE_DIR, '.leadkeep/failed-stories');

/** One exchange with a history, its console, and a browser for everybody. All stories share it. */
export interface World {
  /** Where the console is opened. */
  readonly url: string;
  readonly connection: Connection;
  readonly history: PlayedHistory;
  readonly browser: Browser;
  /** The way of the console to its database, which can be cut. */
  readonly database: FlakyProxy;
  /** Where the sandbox would be. Nobody listens there, unless a story does. */
  readonly sandboxUrl: string;
  /** A new member of staff at a computer of their own, signed in. */
  readonly person: (joining: Joining) => Promise<Person>;
  /** Everybody leaves. Of a story that failed, a picture of what each of them saw is kept in `.leadkeep/failed-stories`. */
  readonly sendHome: (failed?: string) => Promise<void>;
  /** Begins to tell affiliates of their leads. Resolves with a function that ends it. */
  readonly startNotify: () => Promise<() => Promise<void>>;
  /** Kills the process; `startConsole` starts another one at the same address. */
  readonly stopConsole: () => Promise<void>;
  readonly startConsole: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `sandboxUrl`: absent: at a port that is free. */
export async function openWorld(givenUrl?: string): Promise<World> {
  const services = privateServices();
  const connection = await services.connection();
  const sandboxUrl = givenUrl ?? `http://127.0.0.1:${await quietPort()}`;
  const [browser, history, database] = await Promise.all([
    openBrowser(),
    playHistory(connection, {
      ...{ leads: LEADS, now: new Date(), identitySecret: TEST_SECRET },
      sandboxUrl,
    }),
    flakyProxy(services.mongoUrl),
  ]);
  // Otherwise the first lead would do it, and until then no use of a cap is known.
  await withLedger(services.env, (ledger) => ledger.rebuild(new Date()));
  const processes = processesWith({
    ...services.env,
    ...{ OUTBOUND_ALLOW: '127.0.0.0/8', REFRESH_MS: '200', LEADKEEP_SECRET_SANDBOX_HOOK: HOOK_SECRET },
    PUBLIC_URL: 'https://leads.example.com',
  });
  const CONSOLE_PORT = String(await quietPort());
  const present: Person[] = [];
  let console: TestProcess | undefined;
  const url = `http://localhost:${CONSOLE_PORT}`;
  const startConsole = async (): Promise<void> => {
    console = await processes.start('console', { CONSOLE_PORT, MONGO_URL: database.url });
    await console.ready();
  };
  await Promise.all([startConsole(), processes.start('sweeper').then((sweeper) => sweeper.lives())]);
  return {
    ...{ url, connection, history, browser, database, sandboxUrl, startConsole },
    async person(joining) {
      const joined = await joinAs({ url, connection, browser }, joining);
      present.push(joined);
      return joined;
    },
    async sendHome(failed) {
      mkdirSync(FAILURES, { recursive: true });
      for (const { page, name, context } of present.splice(0)) {
        if (failed !== undefined)
          await page.screenshot({ path: join(FAILURES, `${failed.replace(/\W+/g, '-')}, ${name}.png`) });
        await context.close();
      }
    },
    async startNotify() {
      const notify = await processes.start('notify');
      await notify.lives();
      return async () => {
        notify.send('SIGKILL');
        await notify.ended;
      };
    },
    async stopConsole() {
      console?.send('SIGKILL');
      await console?.ended;
    },
    async close() {
      await browser.close();
      await processes.killAll();
      await database.close();
      await services.close();
    },
  };
}
