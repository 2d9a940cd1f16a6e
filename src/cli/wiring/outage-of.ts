import { isOutage, OutageError } from '../../app/outage.js';
import { isDriverOutage } from '../../platform/process/outage.js';

/** An OutageError for what a driver throws while `service` is not available; any other error as it is. */
export const outageOf = (service: string, error: unknown): unknown =>
  isDriverOutage(error) && !isOutage(error) ? new OutageError(service, error) : error;
