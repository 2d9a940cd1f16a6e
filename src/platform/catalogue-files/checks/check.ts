import type { EntryKind } from '../../../core/catalogue/document.js';
import type { LooseEntry } from '../loose.js';
import type { DataPath } from '../yaml-file.js';

/**
 * Tells one fault: where inside the entry, and what is wrong with the value there. `line`, from 1, is the line of a
 * text of several.
 */
export type Tell = (path: DataPath, problem: string, line?: number) => void;

/** What a check may look up beside the entry itself. */
export interface Everything {
  readonly entries: readonly LooseEntry[];
  /** The first entry of this kind and handle. */
  find(kind: EntryKind, handle: string): LooseEntry | undefined;
  /** The first entry that has this entry's id, given or derived: itself when it is the only one. */
  ownerOfId(entry: LooseEntry): LooseEntry;
  handles(kind: EntryKind): string[];
  /** Whether the place of a ZIP code is known; a distance from another one never holds. */
  knowsPlace(zip: string): boolean;
  /** False when a file could not be read at all: what is not found may stand there. */
  readonly complete: boolean;
}

/** A rule between several values, which joi's schema cannot say. It runs for each entry, well-formed or not. */
export type CatalogueCheck = (entry: LooseEntry, tell: Tell, all: Everything) => void;
