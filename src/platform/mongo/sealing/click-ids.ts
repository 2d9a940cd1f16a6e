import type { Connection } from 'mongoose';
import { MissingDataKeyError } from '../../../app/outage.js';
import { CLICK_ID_FIELDS } from '../../../core/lead/tracking-keys.js';
import { kidOrUnnamed, type DataKeys } from '../../secrets/data-keys.js';
import { dataKeysOf } from './data-keys-of.js';
import type { Opening, SealedMembers } from './seal-person.js';

/** What is told of leads, and where it has click ids. The rest of it names and reaches nobody. */
const PLACES = {
  lead_news: [['tracking']],
  webhook_messages: [
    ['content', 'data', 'tracking'],
    ['content', 'values'],
  ],
} as const;
export type MessageCollection = keyof typeof PLACES;

type Path = readonly string[];
type Loose = Readonly<Record<string, unknown>>;

/** The stored paths that may have a click id in clear. */
export const clickPaths = (of: MessageCollection): string[] =>
  PLACES[of].flatMap((place) => CLICK_ID_FIELDS.map((name) => [...place, name].join('.')));

/** The name of the key of its click ids, which is not there. It has none of them then. */
interface MayLackKey {
  readonly lacks_key?: string;
}

/** The row with its click ids sealed. Without any it stays as it is. */
export function sealClickIds<Row extends object>(keys: DataKeys, of: MessageCollection, row: Row): Row {
  let clear = row as Loose;
  let clicks: Loose = {};
  for (const place of PLACES[of]) {
    const group = groupAt(clear, place);
    if (!group || !CLICK_ID_FIELDS.some((name) => name in group)) continue;
    const entries = Object.entries(group);
    clear = withGroup(clear, place, Object.fromEntries(entries.filter(([name]) => !isClickId(name))));
    const found = entries.filter(([name, value]) => isClickId(name) && value !== '');
    clicks = { ...clicks, ...Object.fromEntries(found) };
  }
  return Object.keys(clicks).length === 0
    ? (clear as Row)
    : ({ ...clear, sealed: keys.seal(JSON.stringify(clicks)), sealed_by: keys.current } as unknown as Row);
}

/** The row for a store, sealed. */
export function toStoredClicks<Row extends object>(
  connection: Connection,
  of: MessageCollection,
  row: Row,
): Row {
  const keys = dataKeysOf(connection);
  if (keys) return sealClickIds(keys, of, row);
  const hasClicks = PLACES[of].some((place) =>
    CLICK_ID_FIELDS.some((name) => Boolean(groupAt(row as Loose, place)?.[name])),
  );
  if (hasClicks) throw new Error('a process without DATA_KEYS stores no click ids');
  return row;
}

/**
 * The row with its click ids. If their key is not there: `strict` throws an OutageError, so that nobody is told less;
 * `shown` leaves them out and names the key.
 */
export function openClickIds<Row extends object>(
  connection: Connection,
  of: MessageCollection,
  stored: Row & SealedMembers,
  how: Opening,
): Row & MayLackKey {
  const { sealed, sealed_by, ...rest } = stored as Loose & SealedMembers;
  const row = rest as Row;
  if (sealed === undefined) return row;
  const text = dataKeysOf(connection)?.open(sealed);
  if (text === undefined) {
    const kid = sealed_by ?? kidOrUnnamed(sealed);
    if (how === 'shown') return { ...row, lacks_key: kid };
    throw new MissingDataKeyError(kid);
  }
  const place = PLACES[of].find((one) => groupAt(rest, one));
  // Nothing else, so that who can only write to the database can't have another sealed text told here.
  const clicks = Object.fromEntries(
    Object.entries(JSON.parse(text) as Loose).filter(([name]) => isClickId(name)),
  );
  return place ? (withGroup(rest, place, { ...groupAt(rest, place), ...clicks }) as Row) : row;
}

const isClickId = (name: string): boolean => (CLICK_ID_FIELDS as readonly string[]).includes(name);

function groupAt(row: Loose, [name = '', ...below]: Path): Loose | undefined {
  const group = row[name];
  if (typeof group !== 'object' || group === null) return undefined;
  return below.length === 0 ? (group as Loose) : groupAt(group as Loose, below);
}

/** Every member keeps its place, because what is sent must be the same bytes on every try. */
function withGroup(row: Loose, [name = '', ...below]: Path, group: Loose): Loose {
  return { ...row, [name]: below.length === 0 ? group : withGroup(row[name] as Loose, below, group) };
}
