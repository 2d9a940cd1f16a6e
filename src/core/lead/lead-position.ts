import type { LeadRecord } from './lead-record.js';

/** A place in a list of leads, which is sorted by `received_at` and then by id. */
export type LeadPosition = Pick<LeadRecord, 'received_at' | 'id'>;

/** A position as text for a URL. It holds no more than the time and the id of a lead. */
export const encodePosition = ({ received_at, id }: LeadPosition): string =>
  Buffer.from(`${received_at.getTime()}.${id}`, 'utf8').toString('base64url');

/** The position that `encodePosition` wrote. Undefined for any other text. */
export function decodePosition(text: string): LeadPosition | undefined {
  const [, time, id] = /^(\d{1,15})\.(.{1,100})$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || id === undefined) return undefined;
  const position = { received_at: new Date(Number(time)), id };
  return encodePosition(position) === text ? position : undefined;
}

/** Sorts leads into the order of a list: newest first. */
export const byPosition = (a: LeadPosition, b: LeadPosition): number =>
  b.received_at.getTime() - a.received_at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** The order of a list. */
export type ListOrder = 'newest' | 'oldest';

/** Sorts leads into an order. */
export const inOrder =
  (order: ListOrder) =>
  (a: LeadPosition, b: LeadPosition): number =>
    order === 'newest' ? byPosition(a, b) : byPosition(b, a);

/** Whether a lead stands after a position in the list. */
export const isAfter = (lead: LeadPosition, position: LeadPosition, order: ListOrder = 'newest'): boolean =>
  inOrder(order)(position, lead) < 0;
