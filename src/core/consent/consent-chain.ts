import { hash } from 'node:crypto';

/** The day's end of the chain: a Merkle root over the digests of its evidence, chained to the day before. It names nobody. */
export interface ChainHead {
  /** The day, UTC. */
  readonly day: string;
  /** The hash of the head before; `NO_HEAD` in the first one. */
  readonly prev: string;
  readonly root: string;
  readonly hash: string;
}

/** What is written outside the database. It does not tell how much there was. */
export type PublishedHead = Pick<ChainHead, 'day' | 'hash'>;

/** A tree of digests. */
export interface ConsentTree {
  readonly root: string;
  /** For each digest, the nodes beside it on its way up, as far as the tree has several nodes on a level. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

const DAY_MS = 86_400_000;

/** Every path has so many nodes, however small the tree, so that a proof does not tell how much evidence a day had. */
const LEVELS = 32;

export const NO_HEAD = '0'.repeat(64);

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** The node above two. The lower one is first, so a path needs no sides, which would tell how many nodes there are. */
const above = (one: string, other: string): string => sha256(one < other ? one + other : other + one);

/** What stands beside a node that is alone. Without the tree's secret, nobody can tell it from a node. */
const filler = (secret: string, level: number): string => sha256(`${secret}:${level}`);

/** Builds the tree of some digests. `secret`: a random text that stays in the database. */
export function treeOf(digests: Iterable<string>, secret: string): ConsentTree {
  const leaves = [...new Set(digests)].sort();
  const paths = new Map(leaves.map((digest) => [digest, [] as string[]]));
  let nodes: readonly string[] = leaves;
  for (let level = 0; level < LEVELS; level += 1) {
    const row = nodes;
    const at = (n: number): string => row[n] ?? filler(secret, level);
    if (row.length > 1)
      for (const [n, leaf] of leaves.entries()) paths.get(leaf)?.push(at((n >>> level) ^ 1));
    nodes = Array.from({ length: Math.ceil(row.length / 2) }, (_, n) => above(at(2 * n), at(2 * n + 1)));
  }
  return { root: nodes[0] ?? NO_HEAD, paths };
}

/** The whole path of a digest in the tree with this secret. */
export const wholePath = (path: readonly string[], secret: string): string[] => [
  ...path,
  ...Array.from({ length: LEVELS - path.length }, (_, n) => filler(secret, path.length + n)),
];

/** The root to which a path leads from a digest: everybody can compute it, without a secret. */
export const rootOf = (digest: string, path: readonly string[]): string => path.reduce(above, digest);

/** SHA-256 of `DAY:PREV:ROOT`. */
export const headHash = ({ day, prev, root }: Omit<ChainHead, 'hash'>): string =>
  sha256(`${day}:${prev}:${root}`);

/**
 * Whether evidence was kept a day or more before the day of its head began. It gets into the tree of its day, so the sweeper
 * was away, or somebody put it there later.
 */
export const isLate = (kept_at: Date, { day }: Pick<ChainHead, 'day'>): boolean =>
  Date.parse(`${day}T00:00:00Z`) - kept_at.getTime() >= DAY_MS;

/** `DAY HASH`, one line of a log or a file. */
export const headLine = ({ day, hash: of }: PublishedHead): string => `${day} ${of}`;

/** Reads a `headLine`, whatever stands around it. Undefined for any other text. */
export function parseHead(text: string): PublishedHead | undefined {
  const match = /\b(\d{4}-\d\d-\d\d) ([0-9a-f]{64})\b/.exec(text);
  return match ? { day: match[1] ?? '', hash: match[2] ?? '' } : undefined;
}
