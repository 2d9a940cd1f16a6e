import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProcessName } from '../../support/processes.js';
import { ALL, type World } from './world.js';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
const KILL_EVERY_MS = Number(process.env['KILL_EVERY_MS'] ?? 1_000);
/** Of the kills while a command runs. */
const OF_COMMANDS = 1 / 3;
/** Then a command may end, while processes are killed: a machine that is busy takes long to begin one. */
const MAX_KILLED = 4;
const MAX_RUNS = 20;

export interface Kills {
  /** By kind of process; `command` too. */
  readonly counts: ReadonlyMap<string, number>;
  /** Runs a command again and again until no kill meets it. Its first run is always killed. Resolves with its output. */
  untilDone(...args: string[]): Promise<string>;
  /** Kills every process once. */
  killAll(): Promise<void>;
  /** No more kills. */
  stop(): void;
  /** No more kills; resolves when all processes are ready. */
  end(): Promise<void>;
}

/** Kills a process of any kind, or the command that runs, each second, and starts the process again. */
export function killEverySecond(world: World): Kills {
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  let command: ChildProcess | undefined;
  let isOver = false;
  let mayBeKilled = false;
  const killCommand = (): void => {
    if (command?.kill('SIGKILL') === true) count('command');
  };
  const kill = async (name: ProcessName): Promise<void> => {
    const victim = world.processes.filter((one) => one.name === name && one.isRunning()).at(-1);
    victim?.send('SIGKILL');
    await victim?.ended;
    count(name);
    await world.startOne(name);
  };
  const killing = (async () => {
    while (!isOver) {
      await sleep(KILL_EVERY_MS);
      if (command && mayBeKilled && Math.random() < OF_COMMANDS) killCommand();
      else await kill(ALL[randomInt(ALL.length)] as ProcessName);
    }
  })();
  return {
    counts,
    async untilDone(...args) {
      for (let runs = 1; ; runs += 1) {
        mayBeKilled = runs <= MAX_KILLED;
        const child = spawn(process.execPath, [MAIN, ...args], { env: world.env });
        command = child;
        let [stdout, stderr] = ['', ''];
        child.stdout.on('data', (bytes: Buffer) => void (stdout += bytes.toString()));
        child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString()));
        const timer = runs === 1 ? setTimeout(killCommand, randomInt(800, 4_000)) : undefined;
        const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
        clearTimeout(timer);
        command = undefined;
        world.said.push(stderr);
        if (code === 0) return stdout;
        // So it says in an outage, and a busy machine has those too.
        const isOutage = /run the command again|does not answer/.test(stderr) && runs < MAX_RUNS;
        if (code !== null && !isOutage)
          throw new Error(`leadkeep ${args.join(' ')} ended with ${code}: ${stderr}`);
      }
    },
    async killAll() {
      for (const name of ALL) await kill(name);
    },
    stop() {
      isOver = true;
    },
    async end() {
      isOver = true;
      await killing;
      await world.start();
    },
  };
}
