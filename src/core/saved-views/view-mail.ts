import { DateTime, type WeekdayNumbers } from 'luxon';

export const EVERY = ['day', 'week', 'month'] as const;

/** When a view is mailed, by the clock of a time zone. */
export interface MailSchedule {
  readonly every: (typeof EVERY)[number];
  /** The ISO weekday (1 is Monday), or the day of the month. Absent: 1. */
  readonly on?: number;
  /** 0 to 23 */
  readonly hour: number;
  readonly zone: string;
}

/** The last day that every month has. */
export const LAST_DAY = 28;
/** More are a list of their own, which the mail server has. */
export const MAX_RECEIVERS = 10;
/** A view that fails so often in a row is not mailed any more. */
export const MAX_FAILED_RUNS = 5;

/** How a view is mailed, and what came of it. */
export interface ViewMail extends MailSchedule {
  readonly to: readonly string[];
  /** When somebody last set it. What came of earlier settings changes nothing. */
  readonly set_at: Date;
  /** Absent: it is not mailed any more. */
  readonly next_at?: Date;
  /** Why it is not mailed any more: a sentence. */
  readonly stopped?: string;
  /** The run that was begun last. It is sent at most once, so nobody begins it again while this says so. */
  readonly begun?: Date;
  /** The newest run. */
  readonly last?: { readonly at: Date; readonly ok: boolean; readonly detail: string };
  /** Runs in a row that did not arrive. */
  readonly failed_runs: number;
  /** Addresses that the mail server refused for good. Nothing is sent to them until somebody sets the schedule again. */
  readonly refused: readonly { readonly address: string; readonly at: Date }[];
}

/** When it is mailed next after a moment. An hour that spring leaves out is the next one. */
export function nextRun({ every, on = 1, hour, zone }: MailSchedule, after: Date): Date {
  const here = DateTime.fromJSDate(after, { zone });
  const at = (day: DateTime): DateTime =>
    (every === 'week'
      ? day.set({ weekday: on as WeekdayNumbers })
      : every === 'month'
        ? day.set({ day: on })
        : day
    ).set({ hour, minute: 0, second: 0, millisecond: 0 });
  const first = at(here);
  return (first > here ? first : at(here.plus({ [`${every}s`]: 1 }))).toJSDate();
}

/** What came of a run. */
export interface RunEnd {
  readonly at: Date;
  readonly ok: boolean;
  readonly detail: string;
  /** It may be tried again: nobody has it. */
  readonly again?: true;
  /** Why nothing is mailed any more. */
  readonly stopped?: string;
  /** Addresses that the mail server refused for good. */
  readonly refused?: readonly string[];
}

/** The mail of a view after a run. */
export function afterRun(
  mail: ViewMail,
  { at, ok, detail, again, stopped, refused = [] }: RunEnd,
  now: Date,
): ViewMail {
  const isNew = mail.last?.at.getTime() !== at.getTime();
  const failed_runs = ok ? 0 : mail.failed_runs + (isNew ? 1 : 0);
  const all = [...mail.refused, ...refused.map((address) => ({ address, at: now }))];
  const why =
    stopped ??
    (all.length >= mail.to.length
      ? 'The mail server refused every address.'
      : failed_runs >= MAX_FAILED_RUNS
        ? `It failed ${MAX_FAILED_RUNS} times in a row.`
        : undefined);
  const { next_at, begun: _, ...rest } = mail;
  return {
    ...{ ...rest, last: { at, ok, detail }, failed_runs, refused: all },
    // Whoever finds the message of this run once more must not send it.
    ...(!again && { begun: at }),
    ...(why === undefined ? next_at && { next_at } : { stopped: why }),
  };
}
