import type { Memory } from '../memory.js';
import type { Deed } from './lead-desk.js';
import { textAt } from './text-at.js';

/** A buyer hears that a person revoked or is erased. It answers 204, or 503 while it is down, and remembers what it heard before. */
export function createNoticeTaker(
  memory: Memory,
  clock: () => Date,
): (what: 'revocation' | 'erasure') => Deed {
  const heard = new Set<string>();
  return (what) => (party, req, res) => {
    const key = req.get('idempotency-key') ?? '';
    const again = heard.has(`${party.handle} ${key}`);
    const status = party.down ? 503 : 204;
    if (!party.down) heard.add(`${party.handle} ${key}`);
    memory.remember(
      {
        ...{ party: party.handle, what, decided_by: '', idempotency_key: key, program: '', status },
        ...{ reference: textAt(req.body, 'reference'), headers: {}, body: req.body as unknown },
        ...{ answer: party.down ? 'down' : again ? 'heard before' : 'heard', taken: false, again },
      },
      clock(),
    );
    setTimeout(() => res.status(status).end(), party.delay_ms);
  };
}
