import { hash } from 'node:crypto';

/** One place of the chain: the digest of an evidence, and a hash over everything up to it. It names nobody. */
export interface ChainLink {
  /** 1, 2, … without gaps. */
  readonly position: number;
  readonly digest: string;
  /** The hash of the link before; `NO_LINK` in the first one. */
  readonly prev: string;
  readonly hash: string;
}

/** The last link of a day, as it was written outside the database. */
export interface ChainHead {
  /** The day, UTC. */
  readonly day: string;
  readonly position: number;
  readonly hash: string;
}

const DAY_MS = 86_400_000;

/**
 * Whether evidence was kept a day or more before the day of its head began. It is chained within seconds, so the sweeper
 * was away, or somebody put it into the chain later.
 */
export const isLate = (kept_at: Date, head: Pick<ChainHead, 'day'>): boolean =>
  beginOf(head) - kept_at.getTime() >= DAY_MS;

/** Whether a head is of a day that comes two days or more after that of another. */
export const isDaysAfter = (head: Pick<ChainHead, 'day'>, other: Pick<ChainHead, 'day'>): boolean =>
  beginOf(head) - beginOf(other) >= 2 * DAY_MS;

const beginOf = ({ day }: Pick<ChainHead, 'day'>): number => Date.parse(`${day}T00:00:00Z`);

export const NO_LINK = '0'.repeat(64);

/** SHA-256 of `POSITION:PREV:DIGEST`: everybody can compute it, without a secret. */
export const linkHash = ({ position, prev, digest }: Omit<ChainLink, 'hash'>): string =>
  hash('sha256', `${position}:${prev}:${digest}`, 'hex');

/** Puts digests at the end of the chain. */
export function linksAfter(
  last: Pick<ChainLink, 'position' | 'hash'> | null,
  digests: readonly string[],
): ChainLink[] {
  const links: ChainLink[] = [];
  let [position, prev] = [last?.position ?? 0, last?.hash ?? NO_LINK];
  for (const digest of digests) {
    position += 1;
    const link = { position, prev, digest };
    prev = linkHash(link);
    links.push({ ...link, hash: prev });
  }
  return links;
}

/** `DAY POSITION:HASH`, one line of a log or a file. */
export const headLine = ({ day, position, hash: of }: ChainHead): string => `${day} ${position}:${of}`;

/** Reads a `headLine`, whatever stands around it. Undefined for any other text. */
export function parseHead(text: string): ChainHead | undefined {
  const match = /\b(\d{4}-\d\d-\d\d) ([1-9]\d{0,14}):([0-9a-f]{64})\b/.exec(text);
  return match ? { day: match[1] ?? '', position: Number(match[2]), hash: match[3] ?? '' } : undefined;
}

/** What is wrong with a link, seen after the one before. Undefined: nothing. */
export function faultOf(
  link: ChainLink,
  before: Pick<ChainLink, 'position' | 'hash'> | null,
): string | undefined {
  if (link.position !== (before?.position ?? 0) + 1) return `link ${(before?.position ?? 0) + 1} is missing`;
  if (link.prev !== (before?.hash ?? NO_LINK)) return 'it does not continue the link before it';
  return link.hash === linkHash(link) ? undefined : 'its hash is not that of its content';
}
