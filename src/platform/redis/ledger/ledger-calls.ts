import type { Redis } from 'ioredis';
import { withLedgerCommands } from './ledger-commands.js';
import { ledgerKeys } from './ledger-keys.js';

/** A call of the ledger: its name, then its arguments (`CALLS` in ledger-scripts.ts). */
type Call =
  | readonly ['take' | 'regain' | 'confirm' | 'release' | 'give_back', ...(string | number)[]]
  | readonly ['used', count: number, ...names: string[]];

interface Answers {
  readonly take: ['reserved' | 'stale'] | ['full', string];
  readonly regain: 'done' | 'stale';
  readonly confirm: 'done' | 'stale';
  readonly release: 'done' | 'stale';
  readonly give_back: 'done' | 'stale';
  readonly used: number[] | 'stale';
}

interface Waiting {
  readonly call: Call;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The server does nothing else while it answers so many calls, with so many arguments. */
const MAX_CALLS = 100;
const MAX_ARGUMENTS = 8_000;

/**
 * Returns a function that calls the ledger. Calls of one turn of the event loop leave in one script, and each is answered
 * as if it were alone. If the server refuses the script, each is sent by itself. Connection errors are thrown unchanged.
 */
export function ledgerCalls(redis: Redis, prefix: string) {
  const commands = withLedgerCommands(redis);
  const { root, lock } = ledgerKeys(prefix);
  let waiting: Waiting[] = [];

  async function send(some: readonly Waiting[]): Promise<void> {
    try {
      const answers = await commands.ledgerCalls(root, lock, ...some.flatMap(({ call }) => call));
      some.forEach(({ resolve }, nth) => {
        resolve(answers[nth]);
      });
    } catch (error) {
      if (some.length > 1 && (error as Error).name === 'ReplyError') for (const one of some) void send([one]);
      else for (const { reject } of some) reject(error);
    }
  }

  function leave(): void {
    const all = waiting;
    waiting = [];
    for (const some of scriptsOf(all)) void send(some);
  }

  return <C extends Call>(...call: C): Promise<Answers[C[0]]> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(leave);
      waiting.push({ call, resolve: resolve as Waiting['resolve'], reject });
    });
}

/** The calls in their order, as many for each script as it may answer. One that alone has more arguments is alone. */
function* scriptsOf(all: readonly Waiting[]): Generator<readonly Waiting[]> {
  let [from, size] = [0, 0];
  for (const [at, { call }] of all.entries()) {
    if (at > from && (at - from === MAX_CALLS || size + call.length > MAX_ARGUMENTS)) {
      yield all.slice(from, at);
      [from, size] = [at, 0];
    }
    size += call.length;
  }
  if (from < all.length) yield all.slice(from);
}
