import type { AuditHead } from './chain.js';

/** The head of the log at some moment, kept outside the database. */
export type AuditAnchor = AuditHead;

/** `NUMBER:HASH`, as `--anchor` takes it. */
export const anchorText = ({ number, hash }: AuditAnchor): string => `${number}:${hash}`;

/** One line of an anchor file: the time, and the anchor. */
export const anchorLine = (at: Date, anchor: AuditAnchor): string =>
  `${at.toISOString()} ${anchorText(anchor)}`;

/** Reads `NUMBER:HASH`. Undefined for any other text. */
export function parseAnchor(text: string): AuditAnchor | undefined {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text);
  return match ? { number: Number(match[1]), hash: match[2] ?? '' } : undefined;
}

/**
 * Reads an anchor file, or lines of a log that hold anchors. A line may hold anything before its anchor. `fault` is the
 * number of the first line that holds none; empty lines are skipped.
 */
export function parseAnchorFile(text: string): { readonly anchors: AuditAnchor[]; readonly fault?: number } {
  const anchors: AuditAnchor[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [found] = /(?<![\w:-])[1-9]\d{0,14}:[0-9a-f]{64}(?!\w)/.exec(line) ?? [];
    const anchor = found === undefined ? undefined : parseAnchor(found);
    if (!anchor) return { anchors, fault: i + 1 };
    anchors.push(anchor);
  }
  return { anchors };
}
