import type { AddressInfo } from 'node:net';
import { createSandbox } from './app.js';
import { USUALLY_KEPT } from './memory.js';

/** The port that the demo catalogue names. */
const USUAL_PORT = 4810;

const kept = Number(process.env['SANDBOX_KEPT'] ?? USUALLY_KEPT);
const server = createSandbox(() => new Date(), kept).listen(
  Number(process.env['SANDBOX_PORT'] ?? USUAL_PORT),
  '127.0.0.1',
  (error) => {
    if (error) {
      console.error(
        `The sandbox can't listen: ${error.message}. SANDBOX_PORT chooses another port, 0 a free one.`,
      );
      process.exit(1);
    }
    // Whoever starts it reads this one line.
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
