/** Where a reader of the feed stands: after one entry of it, also another affiliate's. */
export interface FeedPlace {
  readonly affiliate_id: string;
  readonly environment: 'live' | 'test';
  /** 0: before the first entry. */
  readonly position: number;
  /** Tells the entry at the position from another that got the position after a restore. */
  readonly mark: string;
}

/** - `malformed`: not ours, or changed. `old`: of another release. `foreign`: of another account, or kind of key. */
export type CursorFault = 'malformed' | 'old' | 'foreign';

/** HMAC of a text in hex. */
type Sign = (text: string) => string;

const VERSION = 1;
const SIGNED = 32;
const textOf = (body: string): string => `feed cursor:${body}`;
const tagOf = (body: string, sign: Sign): string => sign(textOf(body)).slice(0, SIGNED);

export function writeCursor({ affiliate_id, environment, position, mark }: FeedPlace, sign: Sign): string {
  const content = JSON.stringify([VERSION, affiliate_id, environment, position, mark]);
  const body = Buffer.from(content).toString('base64url');
  return `${body}.${tagOf(body, sign)}`;
}

/** Reads a cursor for a caller. `signed`: what each secret makes of a text. The signature is checked first, so nothing else of a forged one is looked at. */
export function readCursor(
  cursor: string,
  caller: Pick<FeedPlace, 'affiliate_id' | 'environment'>,
  signed: (text: string) => readonly string[],
): FeedPlace | CursorFault {
  const [body = '', tag = '', ...more] = cursor.split('.');
  if (more.length > 0 || cursor.length > MAX_CURSOR_LENGTH) return 'malformed';
  if (!signed(textOf(body)).some((hex) => hex.slice(0, SIGNED) === tag)) return 'malformed';
  const [version, affiliate_id, environment, position, mark] = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  ) as readonly [number, string, FeedPlace['environment'], number, string];
  if (version !== VERSION) return 'old';
  if (affiliate_id !== caller.affiliate_id || environment !== caller.environment) return 'foreign';
  return { affiliate_id, environment, position, mark };
}

export const MAX_CURSOR_LENGTH = 512;
