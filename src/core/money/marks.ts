import { isMonth } from './period.js';
import { PARTY_KINDS, type Party } from './statement.js';

/** What people note of a closed month's statement. It changes no entry, and no statement. */
export const MARK_NAMES = ['sent', 'paid'] as const;
export type MarkName = (typeof MARK_NAMES)[number];

export interface Mark {
  /** The day on which it was sent or paid, in the accounting zone. */
  readonly on: string;
  /** When it was marked, and by whom. */
  readonly at: Date;
  readonly by: string;
  /** As of a payment. */
  readonly reference?: string;
}

export type Marks = Readonly<Partial<Record<MarkName, Mark>>>;

/** Whether a mark says what is asked again. A day that nobody names is any. */
export const isSameMark = (
  mark: Mark,
  asked: { readonly on?: string; readonly reference?: string },
): boolean => mark.reference === asked.reference && (asked.on === undefined || asked.on === mark.on);

/** What a statement's number says. Undefined: it is none. */
export function readNumber(
  number: string,
): (Pick<Party, 'kind' | 'handle'> & { readonly month: string }) | undefined {
  const [, month = '', kind, handle = ''] = /^(\d{4}-\d\d)-([a-z]+)-(.+)$/.exec(number) ?? [];
  const known = PARTY_KINDS.find((one) => one === kind);
  return known && isMonth(month) ? { month, kind: known, handle } : undefined;
}
