import type { memoryDestinationGate } from '../fakes/memory-gate.js';
import type { MemoryLedger } from '../fakes/memory-ledger.js';
import type { Struck } from './fate.js';
import type { QueueInTime } from './queue-in-time.js';

interface Redis {
  readonly ledger: MemoryLedger;
  readonly gates: ReturnType<typeof memoryDestinationGate>;
  readonly queue: QueueInTime;
}

/** What befalls everything that Redis holds at once. */
export const redisInTime = ({ ledger, gates, queue }: Redis): Pick<Struck, 'flush' | 'keep'> => ({
  flush() {
    gates.lose();
    ledger.goStale();
    queue.lose();
  },
  keep() {
    const [backLedger, backGates, backQueue] = [ledger.keep(), gates.keep(), queue.keep()];
    return (how) => {
      backLedger(how === 'failback' ? 'the same server' : 'another server');
      backGates();
      backQueue();
    };
  },
});
