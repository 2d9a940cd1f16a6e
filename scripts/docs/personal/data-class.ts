/**
 * What a stored value is to a person. `sealed`: it names or reaches a consumer and is stored sealed. `clear`: it is about
 * a consumer or a member of staff and is stored in clear, because something needs it so. `hash`: a keyed hash of such a
 * value. `none`: not personal.
 */
export type DataClass = 'sealed' | 'clear' | 'hash' | 'none';

/** Values of one class that are stored for the same reason. */
export interface DataRow {
  readonly class: DataClass;
  /**
   * Paths in a document, without the places of arrays. `*` is any one name, `**` whatever lies below. The more exact
   * path wins.
   */
  readonly paths: readonly string[];
  /** What they are, and why they are there: one sentence. */
  readonly why: string;
  /** How long they stay, if that differs from the document. */
  readonly kept?: string;
}

/** A keyed hash must say when it ends. */
type HashRow = DataRow & { readonly class: 'hash'; readonly kept: string };
type OtherRow = DataRow & { readonly class: Exclude<DataClass, 'hash'> };

/** One collection. */
export interface StoredData {
  readonly collection: string;
  /** How long a document stays. */
  readonly kept: string;
  /** Who sees it, besides those who may read the database. */
  readonly seen: string;
  readonly rows: readonly (HashRow | OtherRow)[];
}

/** What leaves for another place than the database. */
export interface SentData {
  readonly to: string;
  readonly class: DataClass;
  readonly what: string;
  readonly why: string;
  readonly kept: string;
  readonly seen: string;
}

/** Paths with the same beginning: `under('decision', 'code at')`. */
export const under = (group: string, names: string): string[] =>
  names.split(/\s+/).map((name) => `${group}.${name}`);

/** Paths on the top level. */
export const names = (list: string): string[] => list.split(' ');
