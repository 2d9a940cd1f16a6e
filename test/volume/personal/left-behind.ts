import { classOf } from '../../../scripts/docs/personal/classify.js';
import { filePieces, largeFile, redisPieces, storedPieces, type Piece } from './haystack.js';
import type { Needle, Needles } from './needles.js';
import { searchText, type Finding } from './search.js';
import type { World } from './world.js';

/** Everything that a service leaves behind, text by text. */
export async function* leftBehind(world: World): AsyncGenerator<Piece> {
  const { services, files, processes, said, wires } = world;
  yield* storedPieces(await services.connection());
  yield* await redisPieces(services.redis(), services.redisPrefix);
  yield* filePieces(files);
  for (const one of processes) {
    const { name, lines, url } = one;
    for (const text of lines) yield { where: `log of ${name}`, text };
    if (one.isRunning())
      yield { where: `metrics of ${name}`, text: await (await fetch(`${url}/metrics`)).text() };
  }
  for (const text of said) yield { where: 'errors of commands', text };
  for (const { file, where } of wires) yield* largeFile(file, where);
}

/** Looks through all of it. `counts`: how much there was, by kind of place. */
export async function findIn(
  pieces: AsyncIterable<Piece>,
  needles: Needles,
  isAllowed: (piece: Piece, needle: Needle, form: string) => boolean,
): Promise<{ readonly findings: Finding[]; readonly counts: ReadonlyMap<string, Amount> }> {
  const findings: Finding[] = [];
  const counts = new Map<string, Amount>();
  for await (const piece of pieces) {
    const of = piece.where.split(' ')[0] ?? '';
    const { texts = 0, bytes = 0 } = counts.get(of) ?? {};
    counts.set(of, { texts: texts + 1, bytes: bytes + piece.text.length });
    searchText(piece.text, needles, (needle, form) => {
      if (!isAllowed(piece, needle, form)) findings.push({ ...needle, form, where: piece.where });
    });
  }
  return { findings, counts };
}
export interface Amount {
  readonly texts: number;
  readonly bytes: number;
}

const LABELS = new Set(['subid', 'subid2', 'external_id', 'idempotency_key']);
const CLICK_IDS = new Set(['gclid', 'fbclid', 'click_id']);

/**
 * The affiliate's labels, and click ids for its tracking platform, may be where the inventory says that they are in
 * clear, and on their way there. The id of a call may be anywhere.
 */
export function isClassified(
  { where }: Piece,
  { n, what }: Needle,
  looked: ReadonlySet<number> = new Set(),
): boolean {
  if (what === 'request_id') return true;
  // A text that an operator looks for may be a reference or a subid, so it is asked for as it is. It is not stored.
  if (where === 'sent to mongo' && looked.has(n)) return true;
  if (!LABELS.has(what) && !CLICK_IDS.has(what)) return false;
  const [collection = '', path = ''] = where.split(' ');
  if (collection === 'sent')
    return (
      where.endsWith('mongo') && (LABELS.has(what) || classOf('lead_news', 'tracking.gclid') === 'clear')
    );
  return classOf(collection, path) === 'clear';
}
