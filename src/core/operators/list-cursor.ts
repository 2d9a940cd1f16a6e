import { hash } from 'node:crypto';
import { decodePosition, encodePosition, type LeadPosition } from '../lead/lead-position.js';

/** Where a list continues: after which lead, up to which moment, and of which filters. */
export interface ListCursor {
  readonly after: LeadPosition;
  /** The end of the list's time, so that all pages are of one list. */
  readonly to: Date;
  /** `filterMark` of the list's filters. */
  readonly of: string;
}

/** Changes whenever a filter does. `filters`: as they were read, by name. */
export const filterMark = (filters: Readonly<Record<string, unknown>>): string =>
  hash('sha256', JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))), 'hex').slice(
    0,
    16,
  );

/** A cursor as text for a URL. It holds no more than two times, the id of a lead and a hash. */
export const encodeCursor = ({ after, to, of }: ListCursor): string =>
  `${encodePosition(after)}.${to.getTime()}.${of}`;

/** The cursor that `encodeCursor` wrote. Undefined for any other text. */
export function decodeCursor(text: string): ListCursor | undefined {
  const [, position = '', to = '', of = ''] = /^([\w-]{1,200})\.(\d{1,15})\.([0-9a-f]{16})$/.exec(text) ?? [];
  const after = decodePosition(position);
  return after && { after, to: new Date(Number(to)), of };
}
