import { readProcfile } from '../../scripts/processes/procfile.js';
import { startProcess, type RunningProcess } from '../../scripts/processes/running-process.js';
import { quietPort } from './quiet-port.js';

const WORKERS = ['search', 'partner', 'submit', 'sweeper'] as const;
const OF_EACH = 2;

/** One seat of the fleet: every process in it has the same name and port. */
export interface Member {
  /** `web-1`, `submit-2`. */
  readonly name: string;
  readonly role: 'web' | 'worker';
  readonly url: string;
  /** `away`: killed and not restarted yet. */
  state(): 'running' | 'stopped' | 'away';
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  start(): void;
  /** SIGSTOP and SIGCONT. */
  stop(): void;
  goOn(): void;
}

export interface Fleet {
  readonly members: readonly Member[];
  /** The logged errors, and how often the cap ledger was rebuilt. */
  readonly log: FleetLog;
  killAll(): Promise<void>;
}

export interface FleetLog {
  /** Message → how often, with one example. */
  readonly errors: Map<string, { count: number; readonly example: string }>;
  rebuilds: number;
  /** Processes that ended unexpectedly. */
  readonly deaths: string[];
}

/** Starts two `web` processes and two of each worker in the Procfile. */
export async function openFleet(env: NodeJS.ProcessEnv): Promise<Fleet> {
  const log: FleetLog = { errors: new Map(), rebuilds: 0, deaths: [] };
  const members: Member[] = [];
  for (const name of ['web', ...WORKERS])
    for (let n = 1; n <= OF_EACH; n += 1) {
      // Callbacks go to the `web` process whose address the sending worker has, so to both, and each dies now and then.
      const PUBLIC_URL = members[n - 1]?.url;
      const own = PUBLIC_URL === undefined ? env : { ...env, PUBLIC_URL };
      members.push(await openMember(name, n, own, log));
    }
  const kill = (): Promise<unknown> => Promise.all(members.map((member) => member.kill()));
  // A stopped process does not handle SIGTERM.
  const onExit = (): void => void kill();
  process.on('exit', onExit);
  return {
    members,
    log,
    async killAll() {
      await kill();
      process.off('exit', onExit);
    },
  };
}

async function openMember(kind: string, n: number, env: NodeJS.ProcessEnv, log: FleetLog): Promise<Member> {
  const entry = readProcfile().services.find((service) => service.name === kind);
  if (!entry) throw new Error(`the Procfile has no ${kind}`);
  const { args } = entry;
  const port = await quietPort();
  const name = `${kind}-${n}`;
  const isWeb = kind === 'web';
  const own = { ...env, [isWeb ? 'PORT' : 'HEALTH_PORT']: String(port) };
  let child: RunningProcess;
  let stopped = false;
  let killed = false;
  const send = (signal: NodeJS.Signals): void => {
    if (child.isRunning() && child.pid !== undefined) process.kill(child.pid, signal);
  };
  const member: Member = {
    name,
    role: isWeb ? 'web' : 'worker',
    url: `http://127.0.0.1:${port}`,
    state: () => (!child.isRunning() ? 'away' : stopped ? 'stopped' : 'running'),
    async kill() {
      killed = true;
      send('SIGKILL');
      await child.ended;
    },
    start() {
      stopped = killed = false;
      const onLine = (line: string): void => {
        note(log, name, line);
      };
      const started = startProcess({ name, args, env: own, onLine });
      child = started;
      void started.ended.then((how) => {
        if (child === started && !killed)
          log.deaths.push(`${name}: ${how}; ${started.lastLines().at(-1) ?? ''}`);
      });
    },
    stop() {
      stopped = true;
      send('SIGSTOP');
    },
    goOn() {
      stopped = false;
      send('SIGCONT');
    },
  };
  member.start();
  return member;
}

const IDS = /[0-9a-f…-]{9,}/g;

function note(log: FleetLog, name: string, line: string): void {
  if (line.includes('cap ledger rebuilt')) log.rebuilds += 1;
  if (!/"level":("error"|"fatal"|[56]0)/.test(line)) return;
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string } };
  const why = err?.message === undefined ? '' : ` (${err.message.replace(IDS, 'ID').slice(0, 100)})`;
  const what = `${name.replace(/-\d$/, '')}: ${msg}${why}`;
  const known = log.errors.get(what);
  if (known) known.count += 1;
  else log.errors.set(what, { count: 1, example: line.slice(0, 1_500) });
}
