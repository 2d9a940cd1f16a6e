import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections: what is killed finds its port free when it comes back. */
const [LOWEST, END] = [20_000, 32_000];

/** Each once: whom one was given to may not listen on it yet, or not for the moment. */
const given = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on, that no outgoing connection gets and that was given to nobody here. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, END);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
