import type { Act, AdjustAct, Blow, Dated } from './acts.js';
import { BEGIN, DAY_MS } from './draw-leads.js';

/** The end of October in Chicago, before the clocks go back on the same day. */
export const MONTH_END = new Date('2026-11-01T05:00:00Z');
export const CLOSED_MONTH = '2026-10';
export const OPEN_MONTH = '2026-11';

const minutes = (n: number): Date => new Date(MONTH_END.getTime() + n * 60_000);
const sweep = (how: Blow['how'], step: string, when: Blow['when'] = 'before'): Act => ({
  ...{ what: 'sweep', sweepers: 1 },
  blow: { step, when, how },
});
const close = (dies?: Blow): Act => ({ what: 'close', month: CLOSED_MONTH, ...(dies ? { dies } : {}) });

/**
 * The night of the close. Two sweepers sleep with entries of October in their hands, and wake when the month is closed.
 * One dies before and one after the close. The closing command dies twice. In between, a command that adjusts October
 * dies before its adjustment is booked.
 */
export const CLOSING: readonly Dated[] = [
  // Too early: the month is not over.
  [new Date(BEGIN.getTime() + 20 * DAY_MS), close()],
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

/** In the night of the close no other sweeper runs. */
export const isClosing = (at: Date): boolean => at > minutes(-30) && at < minutes(90);

function adjustment(reference: string): AdjustAct {
  return {
    ...{ what: 'adjust', party: { kind: 'buyer', handle: 'summit' }, cents: 1_234, reference },
    ...{ why: 'entered at the close', happened: new Date(MONTH_END.getTime() - 3_600_000) },
  };
}
