import { SentinelConnector, type SentinelConnectionOptions } from 'ioredis';

interface Detecting {
  readonly failoverDetector: { cleanup(): void } | null;
}

/**
 * The driver's connector, without a race of it: a connection that broke is being replaced while the detector of the broken one hears of
 * the failover. The detector would then end the new attempt, and the client would be at its end for ever, as if it had
 * been closed. Here a detector ends with its connection.
 */
export class SteadySentinelConnector extends SentinelConnector {
  /** @param options as the driver passes them on, which does not say their type */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(
    emit: Parameters<SentinelConnector['connect']>[0],
  ): ReturnType<SentinelConnector['connect']> {
    // Private in the driver's types.
    (this as unknown as Detecting).failoverDetector?.cleanup();
    return super.connect(emit);
  }
}
