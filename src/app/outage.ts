/** MongoDB or Redis is not available, or did not answer in time. The API answers 503, and jobs are repeated. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
  constructor(
    readonly service: string,
    cause: unknown,
  ) {
    super(`${service} is not available`, { cause });
  }
}

/**
 * MongoDB refuses the user of this process. Everything waits as in an outage, so that nothing is lost or failed for it. But
 * it does not pass by itself: the process says at once what to do (`src/platform/process/mongo-traffic.ts`).
 */
export class RefusedError extends OutageError {
  constructor(cause: unknown) {
    super('MongoDB', cause);
    this.message = 'MongoDB refuses the user of this process';
  }
}

/** No key of `DATA_KEYS` has the name that a record was sealed under. That record waits for the key like in an outage. */
export class MissingDataKeyError extends OutageError {
  constructor(readonly key: string) {
    super(`the data key ${key}`, new Error('DATA_KEYS lacks it'));
  }
}

/** Does a step. Returns the name of the data key that it takes, if this process lacks it. */
export async function keyLackingFor(step: () => Promise<void>): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (error instanceof MissingDataKeyError) return error.key;
    throw error;
  }
}

/** True when a port failed because its service was not available: every adapter throws an OutageError then. */
export const isOutage = (error: unknown): error is OutageError => error instanceof OutageError;
