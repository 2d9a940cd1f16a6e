import type { FileMapping } from '../lead-files/map-columns.js';

/** The kinds of files that buyers send. */
export type FileName = 'returns' | 'stages';

/** A mapping as it was last used. */
export interface StoredMapping extends FileMapping {
  readonly at: Date;
  readonly by: string;
}

/** How each buyer's files are read. Throws on an outage. */
export interface FileMappingStore {
  read(file: FileName, buyerId: string): Promise<StoredMapping | null>;
  write(file: FileName, buyerId: string, mapping: StoredMapping): Promise<void>;
}
