import type { Command } from 'commander';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../platform/mongo/stores/search-store.js';
import type { Cli } from '../cli.js';
import { maskSearchRecord } from '../render/mask-records.js';
import { renderSearch } from '../render/search.js';
import { addShow } from '../show-record.js';

/** `leadkeep search show ID`: what a search offered, what it did not, and why. */
export function addSearchShow(search: Command, cli: Cli): void {
  addShow(search, cli, {
    kind: 'search',
    read: (connection, id) => createSearchStore(connection).read(id),
    isOther: async (connection, id) => (await createLeadStore(connection).read(id)) !== null,
    mask: maskSearchRecord,
    render: renderSearch,
  });
}
