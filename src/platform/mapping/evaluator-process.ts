/**
 * The process that evaluates mappings, one task at a time. It has no environment, no secrets and no connection except
 * the pipe to its parent. If it runs away or out of memory, its parent ends it and starts another.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { MappingTask } from '../../app/ports/mapping-evaluator.js';
import { runTask } from './run-task.js';

/** Far longer than any limit that a living parent enforces. */
const ORPHAN_MS = 10_000;

if (isMainThread) serve();
else watch(workerData as SharedArrayBuffer);

function serve(): void {
  const shared = new SharedArrayBuffer(4);
  const busy = new Int32Array(shared);
  new Worker(new URL(import.meta.url), { workerData: shared }).unref();
  // Ignore a signal to the whole process group. The parent handles it, and still has answers to read.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (task: MappingTask) => {
    Atomics.add(busy, 0, 1);
    void runTask(task)
      .catch(() => ({ ok: false, fault: 'fails for a reason of its own' }) as const)
      .then((reply) => {
        Atomics.add(busy, 0, 1);
        process.send?.(reply);
      });
  });
  process.send?.('ready');
}

/** Ends the process if one task (an odd count) outlives its parent's limit, because that means the parent is gone. */
function watch(shared: SharedArrayBuffer): void {
  const busy = new Int32Array(shared);
  let before = 0;
  setInterval(() => {
    const count = Atomics.load(busy, 0);
    if (count % 2 !== 0 && count === before) process.kill(process.pid, 'SIGKILL');
    before = count;
  }, ORPHAN_MS);
}
