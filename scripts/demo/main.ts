import { aborted, Interrupted, stopSignal } from '../processes/stop-signal.js';
import type { RunningProcess } from '../processes/running-process.js';
import { createApi, type Answer } from './api.js';
import { createDemoStack } from './demo-stack.js';
import { bold, cyan, dim, green, red, say } from './paint.js';
import { thisMonth } from './money.js';
import { tellStory } from './story.js';

const SHOWN_LINES = 8;
const signal = stopSignal();
const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const stack = createDemoStack(signal);
try {
  await Promise.race([run(), aborted(signal)]);
} catch (error) {
  process.exitCode = error instanceof Interrupted ? 130 : 1;
  if (!(error instanceof Interrupted)) tellFailure(error, stack.processes);
} finally {
  say(dim('\nStopping everything …'));
  await stack.down();
}
if (process.exitCode === undefined) sayHowToGoOn();

async function run(): Promise<void> {
  say(bold('Leadkeep: the way of a lead, told with real calls'));
  say(dim('Starting the APIs, four workers, and a sandbox that plays the schools …'));
  const { baseUrl, sandboxUrl, apiKey, leadkeep, complete } = await stack.up();
  say(dim(`API ${baseUrl} · schools and partners ${sandboxUrl} · ready after ${seconds()}`));
  const received = async (): Promise<Answer[]> =>
    (await (await fetch(`${sandboxUrl}/received`, { signal })).json()) as Answer[];
  const story = tellStory({ api: createApi(baseUrl, apiKey, signal), signal, leadkeep, received, complete });
  await Promise.race([story, ...stack.processes.map(endedTooEarly)]);
}

async function endedTooEarly(child: RunningProcess): Promise<never> {
  const how = await child.ended;
  throw new Error(`${child.name} ended in the middle of the demo: ${how}`);
}

function tellFailure(error: unknown, processes: readonly RunningProcess[]): void {
  say(`\n${red('The demo met a surprise:')} ${error instanceof Error ? error.message : String(error)}`);
  for (const child of processes) {
    say(`\n${bold(child.name)}${dim(', last lines of its log:')}`);
    for (const line of child.lastLines().slice(-SHOWN_LINES)) say(`   ${line}`);
  }
}

function sayHowToGoOn(): void {
  say(`\n${green('Everything was as it should be')}, after ${seconds()}. How to go on:`);
  say(`   ${cyan('npm start -- --sandbox')}   the same, to play with by hand; README.md has the calls`);
  say(`      then, a statement:    npm run -s leadkeep -- statement buyer lakeshore --month ${thisMonth()}`);
  say('      the console:          http://localhost:3001; its API: http://localhost:3001/docs');
  say(`   ${cyan('npm start')}                for a catalogue of your own`);
  say(`   ${cyan('npm test')}                 the tests`);
  say('   docs/sandbox.md says what the schools of the sandbox do.');
}
