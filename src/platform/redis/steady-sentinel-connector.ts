import { SentinelConnector, type SentinelConnectionOptions } from 'ioredis';

interface Detecting {
  readonly failoverDetector: { cleanup(): void } | null;
}

/**
 * The driver's connector, without two races of it.
 *
 * A connection that broke is being replaced while the detector of the broken one hears of
 * the failover. The detector would then end the new attempt, and the client would be at its end for ever, as if it had
 * been closed. Here a detector ends with its connection.
 *
 * A client is closed while it connects to the master. The detector, which begins once it is connected, would keep asking
 * the Sentinels for ever. Here it ends at once.
 */
export class SteadySentinelConnector extends SentinelConnector {
  /** @param options as the driver passes them on, which does not say their type */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override async connect(
    emit: Parameters<SentinelConnector['connect']>[0],
  ): ReturnType<SentinelConnector['connect']> {
    this.#endDetector();
    const stream = await super.connect(emit);
    // After the driver's own listeners, which begin the detector.
    for (const event of ['connect', 'secureConnect'])
      stream.once(event, () => {
        if (!this.connecting) this.#endDetector();
      });
    return stream;
  }

  #endDetector(): void {
    // Private in the driver's types.
    (this as unknown as Detecting).failoverDetector?.cleanup();
  }
}
