/** An object or list of a JSON text that is being read. */
interface Level {
  /** The keys so far; undefined: it is a list. */
  readonly keys?: Set<string>;
  /** What `JSON.parse` made of it. Undefined: it was overwritten itself. */
  readonly value: unknown;
  /** The member that is being read: its key, or its place in the list. */
  at: string | number;
}

export interface RepeatedKey {
  readonly key: string;
  /** From the outermost object to the one that holds the key. Only valid until the next key is asked for. */
  readonly levels: readonly Level[];
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The keys that stand again in an object that has them already. `JSON.parse` keeps the last of them and says nothing.
 * `json` must be a text that it parsed, and `data` what it made of it. One pass over the text.
 */
export function* repeatedKeys(json: string, data: unknown): Generator<RepeatedKey> {
  const levels: Level[] = [];
  let level: Level | undefined;
  let [from, to] = [0, 0];
  const open = (keys?: Set<string>): void => {
    level = { ...(keys && { keys }), value: level ? memberOf(level) : data, at: keys ? '' : 0 };
    levels.push(level);
  };
  for (let i = 0; i < json.length; i += 1) {
    switch (json.charCodeAt(i)) {
      case QUOTE:
        [from, to] = [i + 1, endOfText(json, i + 1)];
        i = to;
        break;
      case COLON: {
        const key = keyIn(json.slice(from, to));
        if (!level?.keys) break;
        level.at = key;
        if (level.keys.has(key)) yield { key, levels };
        else level.keys.add(key);
        break;
      }
      case COMMA:
        if (typeof level?.at === 'number') level.at += 1;
        break;
      case OBJECT:
        open(new Set());
        break;
      case LIST:
        open();
        break;
      case OBJECT_END:
      case LIST_END:
        levels.pop();
        level = levels.at(-1);
        break;
    }
  }
}

/** Where the text that begins here ends: at the first quote that no backslash escapes. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); ; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}

const keyIn = (text: string): string => (text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text);

/** Without calling a getter, which whoever asks for the keys may have put there. */
const memberOf = ({ value, at }: Level): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, at)?.value : undefined;
