import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, so that a killed process finds its port free when it restarts. */
const [LOWEST, END] = [20_000, 32_000];

/** Returns each port once, since its owner may not listen yet, or may be down. */
const given = new Set<number>();

/** A free port of 127.0.0.1 that no outgoing connection uses and that was not returned before. */
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
