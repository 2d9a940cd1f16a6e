import type { SavedView } from '../../core/saved-views/saved-view.js';
import type { ViewMail } from '../../core/saved-views/view-mail.js';

/** What people see on screens, under names. Each method is one command, and throws on an outage. */
export interface SavedViewStore {
  /** All of one owner, by name. */
  list(owner: string): Promise<SavedView[]>;
  /**
   * Stores it, or replaces the query that the owner has under the same name on the same screen. Returns what is stored.
   */
  save(view: SavedView): Promise<SavedView>;
  /** False: the owner has none with this id. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Removes all of one owner. */
  removeAll(owner: string): Promise<void>;
  /** Null: there is none with this id. */
  read(id: string): Promise<SavedView | null>;
  /** Has it mailed from now on; null: not any more. Null: the owner has none with this id. */
  setMail(owner: string, id: string, mail: ViewMail | null): Promise<SavedView | null>;
  /** Those that are to be mailed, the longest due first. */
  dueMails(now: Date): Promise<SavedView[]>;
  /** Moves what is due to its next run. False: another process did, or somebody set it again. */
  advance(id: string, due: Date, next: Date): Promise<boolean>;
  /** Begins a run. False: it was begun before, or nobody has the view mailed any more. */
  begin(id: string, run: Date): Promise<boolean>;
  /** Stores what came of a run, unless somebody set the mail again since it was read. */
  endRun(id: string, mail: ViewMail): Promise<void>;
}
