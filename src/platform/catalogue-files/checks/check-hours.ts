import { asGroup, asList } from '../loose.js';
import { minuteOf } from '../../../core/catalogue/wall-clock.js';
import type { CatalogueCheck } from './check.js';

/** A buyer's hours are times of the day, and end after they begin. */
export const checkHours: CatalogueCheck = ({ kind, raw }, tell) => {
  if (kind !== 'buyer') return;
  asList(raw['delivery_hours']).forEach((item, index) => {
    const { from, to } = asGroup(item);
    const start = typeof from === 'string' ? minuteOf(from) : undefined;
    const end = typeof to === 'string' ? minuteOf(to) : undefined;
    const at = ['delivery_hours', index];
    const wrong = 'must be a time of the day like "08:00", "24:00" at most';
    if (typeof from === 'string' && (start === undefined || start === 1440)) tell([...at, 'from'], wrong);
    if (typeof to === 'string' && end === undefined) tell([...at, 'to'], wrong);
    if (start !== undefined && end !== undefined && start >= end)
      tell([...at, 'to'], 'must be later than "from": write hours over midnight as two entries');
  });
};
