import type { Command } from 'commander';
import { showVerdicts } from '../../app/search/show-verdicts.js';
import { searchReference } from '../../core/exchanges/about.js';
import type { Cli } from '../cli.js';
import { maskSearchRecord } from '../../core/masking/mask-records.js';
import { renderSearch } from '../render/search.js';
import { addShow } from '../show-record.js';

/** `leadkeep search show ID`: what a search offered, what it left out, and why. */
export function addSearchShow(search: Command, cli: Cli): void {
  addShow(search, cli, {
    kind: 'search',
    async read({ searches, catalogue }, id, how) {
      const found = await searches.read(id, how);
      return found && showVerdicts(catalogue, found);
    },
    isOther: async ({ leads }, id) => (await leads.read(id)) !== null,
    mask: maskSearchRecord,
    render: renderSearch,
    exchanges: ({ exchanges }, { id }) => exchanges.ofRecord(searchReference(id)),
  });
}
