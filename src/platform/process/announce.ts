import { randomUUID } from 'node:crypto';
import type { ProcessBoard } from '../../app/ports/alert-sources.js';
import type { ProcessReading } from '../../core/alerts/readings.js';
import type { CountBuffer } from '../redis/alerts/count-buffer.js';

interface Announced {
  readonly name: string;
  readonly board: Pick<ProcessBoard, 'announce' | 'leave'>;
  readonly happened: Pick<CountBuffer, 'flush'>;
  readonly missingSecrets: () => ProcessReading['missing_secrets'];
}

const EVERY_MS = 10_000;

/**
 * Says every ten seconds that this process runs, which secrets it lacks and what it counted, for the alerts. An outage
 * of Redis is no matter: it is said again. Resolves with a function that ends it.
 */
export function announceProcess({ name, board, happened, missingSecrets }: Announced): () => Promise<void> {
  const id = `${name}:${randomUUID()}`;
  const say = async (): Promise<void> => {
    const at = new Date();
    await board.announce(id, { name, at, missing_secrets: missingSecrets() });
    await happened.flush(at);
  };
  let saying = say().catch(() => undefined);
  const timer = setInterval(() => {
    saying = saying.then(say).catch(() => undefined);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await saying;
    await Promise.all([board.leave(id), happened.flush(new Date())]).catch(() => undefined);
  };
}
