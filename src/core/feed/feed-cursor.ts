/** Where a reader of the feed stands: after one entry of it, also another affiliate's. */
export interface FeedPosition {
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

const VERSION = 2;
const SIGNED = 32;
const textOf = (body: string): string => `feed cursor:${body}`;
const tagOf = (body: string, sign: Sign): string => sign(textOf(body)).slice(0, SIGNED);

/** 48 bits: more changes than any exchange has. */
const MASK_DIGITS = 12;
const maskText = (mark: string): string => `feed position:${mark}`;
/**
 * Positions count the changes of all affiliates, and no reader may learn how many there are. A mask is used for one
 * position alone, as its mark is. Masking twice gives the position back.
 */
const masked = (position: bigint, mask: string): bigint =>
  position ^ BigInt(`0x${mask.slice(0, MASK_DIGITS)}`);

export function writeCursor({ affiliate_id, environment, position, mark }: FeedPosition, sign: Sign): string {
  const hidden = masked(BigInt(position), sign(maskText(mark))).toString(16);
  const content = JSON.stringify([VERSION, affiliate_id, environment, hidden, mark]);
  const body = Buffer.from(content).toString('base64url');
  return `${body}.${tagOf(body, sign)}`;
}

/** Reads a cursor for a caller. `signed`: what each secret makes of a text. The signature is checked first, so nothing else of a forged one is looked at. */
export function readCursor(
  cursor: string,
  caller: Pick<FeedPosition, 'affiliate_id' | 'environment'>,
  signed: (text: string) => readonly string[],
): FeedPosition | CursorFault {
  const [body = '', tag = '', ...more] = cursor.split('.');
  if (more.length > 0 || cursor.length > MAX_CURSOR_LENGTH) return 'malformed';
  const secret = signed(textOf(body)).findIndex((hex) => hex.slice(0, SIGNED) === tag);
  if (secret < 0) return 'malformed';
  const [version, affiliate_id, environment, at, mark] = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  ) as readonly [number, string, FeedPosition['environment'], string, string];
  if (version !== VERSION) return 'old';
  if (affiliate_id !== caller.affiliate_id || environment !== caller.environment) return 'foreign';
  const position = unmasked(at, signed(maskText(mark))[secret] ?? '0');
  return { affiliate_id, environment, position, mark };
}

const unmasked = (hidden: string, mask: string): number => Number(masked(BigInt(`0x${hidden}`), mask));

export const MAX_CURSOR_LENGTH = 512;
