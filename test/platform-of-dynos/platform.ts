import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CLONE_DIR } from '../../scripts/processes/clone-dir.js';
import { readProcfile } from '../../scripts/processes/procfile.js';
import { startProcess, type RunningProcess } from '../../scripts/processes/running-process.js';
import { quietPort } from '../support/quiet-port.js';
import { until } from '../support/until.js';
import { FROM_OUTSIDE, startRouter, type Router } from './router.js';

/** Platforms stop a `web` that has not bound PORT after 60 s; a machine that has much else to do is slower. */
const BIND_MS = 600_000;
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 30_000;

interface Dyno {
  readonly type: string;
  readonly port: number;
  readonly process: RunningProcess;
  isBound: boolean;
  isStopping: boolean;
}

interface Ended {
  readonly ok: boolean;
  readonly output: string;
}

/** An app of a platform that runs the Procfile of this clone, which is built. */
export interface App {
  readonly router: Router;
  /** How dynos ended that were told to: `submit: code 0`. */
  readonly ends: string[];
  /** Dynos that ended by themselves, with their last line. */
  readonly crashes: string[];
  /** Everything that was logged. */
  readonly log: string[];
  /** The kinds of the dynos that run, with their processes. */
  running(): readonly (readonly [type: string, pid: number])[];
  /** Changes the settings: the release must work with them, or all stays as it is. Then everything is restarted. */
  set(settings: NodeJS.ProcessEnv): Promise<Ended>;
  /** So many dynos of each of these kinds. */
  scale(counts: Readonly<Record<string, number>>): Promise<void>;
  /** As each day: all at once, each stopped before it is started again. */
  restart(): Promise<void>;
  /** A command in a dyno of its own. */
  run(...args: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

/** `name`: of the host at which the router has it. */
export async function createApp(name: string): Promise<App> {
  const { release, services } = readProcfile();
  let settings: NodeJS.ProcessEnv = {};
  const dynos: Dyno[] = [];
  const ends: string[] = [];
  const crashes: string[] = [];
  const log: string[] = [];
  // What a dyno has besides its settings. NODE_ENV is what the buildpacks of Node set.
  const envOf = (dyno: string, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...{ PATH: `${process.env['PATH'] ?? ''}:${join(CLONE_DIR, 'bin')}`, NODE_ENV: 'production', DYNO: dyno },
    ...own,
  });
  const finished = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> =>
    new Promise((resolve) => {
      execFile(program, args, { cwd: CLONE_DIR, env }, (error, stdout, stderr) => {
        resolve({ ok: error === null, output: `${stdout}${stderr}` });
      });
    });

  async function start(type: string): Promise<void> {
    const entry = services.find((each) => each.name === type);
    if (!entry) throw new Error(`the Procfile has no ${type}`);
    const port = await quietPort();
    const env = { ...envOf(`${type}.${port}`, settings), PORT: String(port) };
    const child = startProcess({ ...entry, env, onLine: (line) => log.push(line) });
    const dyno: Dyno = { type, port, process: child, isBound: false, isStopping: false };
    void child.ended.then((how) => {
      if (!dyno.isStopping) crashes.push(`${type}: ${how}: ${child.lastLines().at(-1) ?? ''}`);
    });
    dynos.push(dyno);
    if (type === 'web') await until(() => !child.isRunning() || isBound(port), 'web has bound PORT', BIND_MS);
    dyno.isBound = true;
  }
  async function stop(dyno: Dyno): Promise<void> {
    // The router leads no more calls to it.
    dynos.splice(dynos.indexOf(dyno), 1);
    dyno.isStopping = true;
    await dyno.process.stop(GRACE_MS);
    ends.push(`${dyno.type}: ${await dyno.process.ended}`);
  }
  const restart = async (): Promise<void> => {
    await Promise.all(dynos.slice().map((dyno) => stop(dyno).then(() => start(dyno.type))));
  };
  const router = await startRouter(name, () =>
    dynos
      .filter(({ type, isBound, process }) => type === 'web' && isBound && process.isRunning())
      .map(({ port }) => port),
  );
  return {
    ...{ router, ends, crashes, log, restart },
    running: () =>
      dynos.flatMap(({ type, process: { pid } }) => (pid === undefined ? [] : [[type, pid] as const])),
    async set(changes) {
      const next = { ...settings, ...changes };
      const released = await finished(process.execPath, release.args, envOf('release.1', next));
      if (!released.ok) return released;
      settings = next;
      await restart();
      return released;
    },
    async scale(counts) {
      for (const [type, count] of Object.entries(counts)) {
        const now = dynos.filter((dyno) => dyno.type === type);
        await Promise.all(now.slice(count).map(stop));
        await Promise.all(Array.from({ length: Math.max(0, count - now.length) }, () => start(type)));
      }
    },
    run: (...args) => finished('leadkeep', args, envOf('run.1', settings)),
    async close() {
      await Promise.all(dynos.slice().map(stop));
      await router.close();
    },
  };
}

async function isBound(port: number): Promise<boolean> {
  const socket = connect(port, FROM_OUTSIDE);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
