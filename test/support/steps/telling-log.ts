import { isOutage } from '../../../src/app/outage.js';

/** A silent log. What a process tells as an error and goes on after is a fault of ours, unless it is an outage. */
export const tellingLog = (faults: unknown[]) => ({
  info: () => undefined,
  warn: () => undefined,
  error(fields: object): void {
    if ('err' in fields && !isOutage(fields.err)) faults.push(fields.err);
  },
});
