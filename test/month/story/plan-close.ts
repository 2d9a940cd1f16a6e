import type { Act, AdjustAct, Blow, Dated } from './acts.js';
import { dayOf, type Calendar } from './calendar.js';

const minutesAfter = ({ closed }: Calendar, n: number): Date => new Date(closed.ends.getTime() + n * 60_000);
const sweep = (how: Blow['how'], step: string, when: Blow['when'] = 'before'): Act => ({
  ...{ what: 'sweep', sweepers: 1 },
  blow: { step, when, how },
});
/**
 * The night of the close. Two sweepers sleep with entries of October in their hands, and wake when the month is closed.
 * One dies before and one after the close. The closing command dies twice. In between, a command that adjusts October
 * dies before its adjustment is booked.
 */
export function planClosing(calendar: Calendar): Dated[] {
  const minutes = (n: number): Date => minutesAfter(calendar, n);
  const close = (dies?: Blow): Act => ({
    ...{ what: 'close', month: calendar.closed.month },
    ...(dies ? { dies } : {}),
  });
  const adjustment = (reference: string): AdjustAct => ({
    ...{ what: 'adjust', party: { kind: 'buyer', handle: 'summit' }, cents: 1_234, reference },
    ...{ why: 'entered at the close', happened: minutes(-60) },
  });
  return [
    // Too early: the month is not over.
    [dayOf(calendar, 20), close()],
    [minutes(1), sweep('sleeps', 'books.write')],
    [minutes(2), sweep('dies', 'books.write', 'within')],
    [minutes(31), sweep('sleeps', 'books.freeze')],
    [minutes(32), close({ step: 'periods.beginClosing', when: 'before', how: 'dies' })],
    [minutes(33), { ...adjustment('CLOSING-1'), dies: true }],
    [minutes(34), close({ step: 'periods.beginClosing', when: 'after', how: 'dies' })],
    [minutes(35), { ...adjustment('CLOSING-2'), dies: true }],
    [minutes(61), sweep('sleeps', 'adjustments.booked')],
    [minutes(62), close({ step: 'periods.endClosing', when: 'before', how: 'dies' })],
    [minutes(63), close()],
    [minutes(64), sweep('dies', 'books.write', 'after')],
    [minutes(65), { what: 'wake' }],
    [minutes(66), close()],
  ];
}

/** In the night of the close no other sweeper runs. */
export const isClosing = (calendar: Calendar, at: Date): boolean =>
  at > minutesAfter(calendar, -30) && at < minutesAfter(calendar, 90);
