import { isOutage, OutageError } from '../../app/outage.js';
import { isDriverOutage } from '../../platform/process/outage.js';

/** Returns an OutageError for an error that a driver throws while `service` is down, and other errors unchanged. */
export const outageOf = (service: string, error: unknown): unknown =>
  isDriverOutage(error) && !isOutage(error) ? new OutageError(service, error) : error;
