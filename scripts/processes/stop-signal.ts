/** The user stopped it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Aborted by the first Ctrl-C, SIGTERM or SIGHUP, and when the output is closed (`| head`). Later signals have no effect,
 * since everything is already stopping.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      controller.abort(new Interrupted(signal));
    });
  for (const output of [process.stdout, process.stderr])
    output.on('error', () => {
      controller.abort(new Interrupted('the output was closed'));
    });
  return controller.signal;
}

/** Rejects when `signal` is aborted. Never resolves. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
