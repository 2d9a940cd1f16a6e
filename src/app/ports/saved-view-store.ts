import type { SavedView } from '../../core/saved-views/saved-view.js';

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
}
