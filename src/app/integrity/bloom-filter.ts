const BITS = 27;

/**
 * Finds names that come more than once among millions of names, in 32 MB. It may report a name that came only once.
 */
export interface RepeatFilter {
  add(name: string): void;
  /**
   * True for every name that was added twice. Also true for about one in a hundred names (of a million) that were
   * not.
   */
  maybe(name: string): boolean;
}

export function createRepeatFilter(): RepeatFilter {
  const once = new Uint8Array(2 ** (BITS - 3));
  const twice = new Uint8Array(2 ** (BITS - 3));
  return {
    add(name) {
      const { byte, bit } = placeOf(name);
      const seen = (once[byte] ?? 0) & bit;
      if (seen) twice[byte] = (twice[byte] ?? 0) | bit;
      else once[byte] = (once[byte] ?? 0) | bit;
    },
    maybe(name) {
      const { byte, bit } = placeOf(name);
      return ((twice[byte] ?? 0) & bit) !== 0;
    },
  };
}

/** FNV-1a. */
function placeOf(name: string): { byte: number; bit: number } {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  const at = (hash ^ (hash >>> BITS)) & (2 ** BITS - 1);
  return { byte: at >>> 3, bit: 1 << (at & 7) };
}
