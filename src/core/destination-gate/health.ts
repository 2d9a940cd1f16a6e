import type { Delivered } from '../delivery/delivered.js';
import type { Health } from '../delivery/delivered.js';

/**
 * Whether a delivery shows that its destination works. Down: nobody listens, no complete answer came, or one of 5xx
 * that decides nothing. A complete answer below 500 is one of a system that works, whatever our rules make of it; and
 * a fault of ours says nothing about anybody but us.
 */
export function healthOf(delivered: Delivered): Health {
  switch (delivered.kind) {
    case 'never_sent':
      return delivered.ours ? 'neither' : 'down';
    case 'unknown':
      if (delivered.ours === 'evaluator') return 'neither';
      return delivered.status === undefined || delivered.status >= 500 ? 'down' : 'up';
    case 'answered':
      return delivered.answer.outcome === 'retry' && delivered.status >= 500 ? 'down' : 'up';
  }
}
