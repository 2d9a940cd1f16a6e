import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ProcessBoard } from '../../app/ports/alert-sources.js';
import type { ProcessReading } from '../../core/alerts/readings.js';
import type { ClockWatch } from './clock-watch.js';
import type { CountBuffer } from '../redis/alerts/count-buffer.js';

interface Announced {
  readonly name: string;
  readonly clockWatch: Pick<ClockWatch, 'difference' | 'sharedTime'>;
  /** Whether it takes work. */
  readonly isWorking: () => boolean;
  readonly board: Pick<ProcessBoard, 'announce' | 'leave'>;
  readonly happened: Pick<CountBuffer, 'flush'>;
  readonly missingSecrets: () => ProcessReading['missing_secrets'];
  readonly ownSecrets: () => NonNullable<ProcessReading['own_secrets']>;
}

const EVERY_MS = 10_000;

/**
 * Says every ten seconds that this process runs, which secrets it has and lacks, how far its clock is off and what it counted, for
 * the alerts. An outage of Redis is no matter: it is said again. Times are those of Redis, as others read them. Resolves
 * with a function that ends it.
 */
export function announceProcess({
  name,
  clockWatch,
  isWorking,
  board,
  happened,
  missingSecrets,
  ownSecrets,
}: Announced): () => Promise<void> {
  const id = `${name}:${randomUUID()}`;
  const say = async (): Promise<void> => {
    const at = clockWatch.sharedTime();
    const clock = clockWatch.difference();
    await board.announce(id, {
      ...{ name, at, missing_secrets: missingSecrets(), own_secrets: ownSecrets() },
      ...(isWorking() ? {} : { waits: true }),
      ...(clock && { clock: { ...clock, host: hostname() } }),
    });
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
    await Promise.all([board.leave(id), happened.flush(clockWatch.sharedTime())]).catch(() => undefined);
  };
}
