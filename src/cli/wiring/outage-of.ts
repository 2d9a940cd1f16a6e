import { isOutage, OutageError } from '../../app/outage.js';
import { refusedSetting } from '../../platform/mongo/refusals.js';
import { isDriverOutage } from '../../platform/process/outage.js';

/**
 * Returns an OutageError for an error that a driver throws while `service` is down, and a SettingsError where it refuses the
 * user of MONGO_URL. Returns other errors unchanged.
 */
export const outageOf = (service: string, error: unknown): unknown =>
  refusedSetting(error) ??
  (isDriverOutage(error) && !isOutage(error) ? new OutageError(service, error) : error);
