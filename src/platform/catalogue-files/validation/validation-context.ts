import type { EntryKind } from '../../../core/catalogue/document.js';
import { createGeo } from '../../geo/geo.js';
import { derivedId } from '../defaults.js';
import { asText, type LooseEntry } from '../loose.js';
import type { DataPath } from '../yaml-file.js';

/**
 * Reports one issue: the path inside the entry, and what is wrong with the value there. `line`, from 1, is the line
 * within a text of several lines.
 */
export type Report = (path: DataPath, problem: string, line?: number) => void;

/** What a validator may look up in addition to the entry itself. */
export interface ValidationContext {
  readonly entries: readonly LooseEntry[];
  /** The first entry with this kind and handle. */
  find(kind: EntryKind, handle: string): LooseEntry | undefined;
  /**
   * The first entry with this entry's id, given or derived. This is the entry itself if no earlier one has the same
   * id.
   */
  ownerOfId(entry: LooseEntry): LooseEntry;
  handles(kind: EntryKind): string[];
  /** Whether the location of a ZIP code is known. A distance from an unknown location never matches. */
  knowsPlace(zip: string): boolean;
  /** False if a file could not be read: a missing entry may be in that file. */
  readonly complete: boolean;
}

/** A rule between several values, which joi's schema can't express. It runs for each entry, well-formed or not. */
export type EntryValidator = (entry: LooseEntry, report: Report, all: ValidationContext) => void;

/** Builds the validators' look-ups. `complete`: every file could be read. */
export function createValidationContext(
  entries: readonly LooseEntry[],
  complete: boolean,
): ValidationContext {
  const byHandle = new Map<string, LooseEntry>();
  const byId = new Map<string, LooseEntry>();
  for (const entry of entries) {
    const id = idOf(entry);
    if (id !== undefined && !byId.has(id)) byId.set(id, entry);
    const name = `${entry.kind}/${entry.handle ?? ''}`;
    if (!byHandle.has(name)) byHandle.set(name, entry);
  }
  const geo = createGeo();
  return {
    entries,
    complete,
    knowsPlace: (zip) => geo.miles(zip, zip) !== undefined,
    find: (kind, handle) => byHandle.get(`${kind}/${handle}`),
    ownerOfId: (entry) => byId.get(idOf(entry) ?? '') ?? entry,
    handles: (kind) => entries.flatMap((entry) => (entry.kind === kind ? (entry.handle ?? []) : [])),
  };
}

const idOf = ({ raw, kind, handle }: LooseEntry): string | undefined =>
  asText(raw['id']) ?? (handle === undefined ? undefined : derivedId(kind, handle));
