import { DateTime } from 'luxon';
import { isCalendarDate } from './field-value.js';
import { fieldOf, type LeadData } from './lead-data.js';

/**
 * Whole years of age on the calendar day that `now` is in `timeZone` (the buyer's), from the date of birth, else
 * from `personal.age`; undefined when the lead has neither. Born on 29 February, one is a year older on 1 March.
 */
export function ageOn(lead: LeadData, now: Date, timeZone: string): number | undefined {
  const born = fieldOf(lead, 'personal.date_of_birth');
  if (born !== undefined && isCalendarDate(born)) {
    const today = DateTime.fromJSDate(now, { zone: timeZone }).toISODate();
    if (today === null) throw new RangeError(`no such time zone: ${timeZone}`);
    const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
    return today.slice(5) < born.slice(5) ? years - 1 : years;
  }
  const age = fieldOf(lead, 'personal.age');
  return age !== undefined && /^\d+$/.test(age) ? Number(age) : undefined;
}
