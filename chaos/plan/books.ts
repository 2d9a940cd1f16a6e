import type { Buyer, DirectBuyer } from './offers.js';

/** Buyers that sign their callbacks, and so may send leads back by a callback. */
export const SIGNING: ReadonlySet<Buyer> = new Set<Buyer>(['summit', 'harbor']);
export const SECRET = { name: 'CHAOS', value: 'only a rehearsal has this secret, too' } as const;

const REASONS = [
  { code: 'bad_phone', label: 'The phone number is wrong' },
  { code: 'not_reachable', label: 'Nobody answers' },
] as const;
export const REASON = REASONS[0].code;
/** Lakeshore's returns for it are only requests. */
export const REVIEWED = REASONS[1].code;

/** The one buyer that may only send back a share. */
export const SHARED_BUYER: DirectBuyer = 'harbor';

/** No return gives a person or a cap place back: the verdicts on both would have to guess when it did. */
export const RETURNS: Readonly<Partial<Record<Buyer, object>>> = {
  lakeshore: {
    ...{ within: '30d', reasons: REASONS },
    review: { decide_within: '1h', accept_at_once: [REASON] },
  },
  summit: { within: '30d', reverse_payout: false, reasons: REASONS },
  harbor: { within: '30d', max_share: '10%', reasons: REASONS },
};

/** What becomes of every lead of a buyer that signs its callbacks. */
export const STAGE = { code: 'enrolled', label: 'Enrolled' } as const;

/** The books begin this many months before the rehearsal, so that there are months to close. */
export const EARLIER_MONTHS = 6;

/** The first moment of the month that lies so many months back (UTC). */
export const monthsBack = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));

/** `2026-10` */
export const nameOf = (month: Date): string => month.toISOString().slice(0, 7);

/** The months before this one, oldest first. They are closed one after the other. */
export const earlierMonths = (now: Date): Date[] =>
  Array.from({ length: EARLIER_MONTHS }, (_, n) => monthsBack(now, EARLIER_MONTHS - n));

/** What becomes of a sold lead. It depends on its id alone, which is random. */
export type ReturnPlan = 'by operator' | 'by callback' | 'by request' | 'stays';

const digit = (id: string, fromEnd: number): number => Number.parseInt(id.at(-fromEnd) ?? '0', 16);

export function returnPlanOf(id: string, buyer: string): ReturnPlan {
  const drawn = digit(id, 1);
  if (drawn < 2) return 'by operator';
  if (drawn >= 4) return 'stays';
  if (SIGNING.has(buyer as Buyer)) return 'by callback';
  return buyer === 'lakeshore' ? 'by request' : 'stays';
}

/** Whether the return of a lead turns out to be a mistake. */
export const isMistaken = (id: string): boolean => digit(id, 2) < 4;
