import { startChild, type ChildReply, type Ended, type EvaluatorChild } from './evaluator-child.js';
import type { Mapped, MappingEvaluator, MappingTask } from '../../app/ports/mapping-evaluator.js';

export interface PoolOptions {
  /** The number of shared evaluator processes. They start with the first task. */
  readonly size?: number;
  /** The time limit of one task. A partner's list may have thousands of entries, so it gets four times as long. */
  readonly limitMs?: number;
  /** The time limit of a task's second try. A list gets twice as long. */
  readonly patientMs?: number;
}

/** After a task of an owner ran away, the owner's tasks run in a separate process for this long. */
const APART_MS = 60_000;

/** A task that waited longer for a free process is given up. */
const MAX_WAIT_MS = 5_000;

/**
 * Evaluators in separate processes. A task that exceeds `limitMs` or its memory ends its process. The task is then
 * tried once more, with a longer limit, in a process that only such owners use. So a machine that was merely slow
 * costs nothing, and a runaway mapping costs the other owners at most one `limitMs` a minute.
 */
export function createEvaluatorPool(options: PoolOptions = {}): MappingEvaluator {
  const { size = 2, limitMs = 250, patientMs = 1_000 } = options;
  const everybody = createLane(size);
  const apart = createLane(1);
  const suspects = new Map<string, number>();

  async function evaluate(owner: string, task: MappingTask): Promise<Mapped<unknown>> {
    const [limit, patient] = task.kind === 'list' ? [limitMs * 4, patientMs * 2] : [limitMs, patientMs];
    const until = suspects.get(owner) ?? 0;
    if (until < performance.now()) {
      suspects.delete(owner);
      const first = await everybody.run(task, limit);
      if (!isRunaway(first)) return told(first, limit);
      suspects.set(owner, performance.now() + APART_MS);
    }
    return told(await apart.run(task, patient), patient);
  }

  return {
    run: (owner, task) => evaluate(owner, task as MappingTask),
    close() {
      everybody.close();
      apart.close();
      return Promise.resolve();
    },
  };
}

type LaneReply = ChildReply | { readonly ended: 'busy' };

const isRunaway = (reply: LaneReply): boolean =>
  'ended' in reply && (reply.ended === 'out of time' || reply.ended === 'out of memory');

function told(reply: LaneReply, limitMs: number): Mapped<unknown> {
  if (!('ended' in reply)) return reply;
  switch (reply.ended) {
    case 'out of time':
      return { ok: false, fault: `did not end within ${limitMs} ms`, stopped: true };
    case 'out of memory':
      return { ok: false, fault: 'needs too much memory', stopped: true };
    case 'busy':
      return {
        ok: false,
        fault: 'waited too long for mappings that do not end',
        internal_fault: 'evaluator',
      };
    case 'not started':
    case 'closed':
      return { ok: false, fault: 'could not be evaluated: no process for it', internal_fault: 'evaluator' };
  }
}

/** A few processes, and the tasks that wait for them. */
function createLane(size: number) {
  let children: EvaluatorChild[] = [];
  const idle: EvaluatorChild[] = [];
  const waiting: ((child: EvaluatorChild | undefined) => void)[] = [];
  let closed = false;

  const start = (): EvaluatorChild => {
    const child = startChild();
    children = [...children.filter((each) => each.isAlive()), child];
    return child;
  };

  function giveBack(child: EvaluatorChild, ended: Ended | undefined): void {
    if (closed) return;
    const next = waiting.shift();
    if (next) next(ended === undefined ? child : start());
    else if (ended === undefined) idle.push(child);
    // Start a new process at once, so that the next task finds it warm. If a process could not start, wait for the
    // next task before the next try.
    else if (ended !== 'not started') idle.push(start());
  }

  function take(): Promise<EvaluatorChild | undefined> {
    const free = idle.pop();
    if (free?.isAlive()) return Promise.resolve(free);
    children = children.filter((each) => each.isAlive());
    if (children.length < size) return Promise.resolve(start());
    return new Promise((go) => waiting.push(go));
  }

  return {
    async run(task: MappingTask, limitMs: number): Promise<LaneReply> {
      if (closed) return { ended: 'closed' };
      const asked = performance.now();
      const child = await take();
      if (!child) return { ended: 'closed' };
      if (performance.now() - asked > MAX_WAIT_MS) {
        giveBack(child, undefined);
        return { ended: 'busy' };
      }
      const reply = await child.run(task, limitMs);
      giveBack(child, 'ended' in reply ? reply.ended : undefined);
      return reply;
    },
    close() {
      closed = true;
      for (const child of children) child.end();
      for (const go of waiting.splice(0)) go(undefined);
    },
  };
}
