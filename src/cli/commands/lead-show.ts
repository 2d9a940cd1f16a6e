import type { Command } from 'commander';
import { exchangesOfLead } from '../../app/exchanges/read-exchanges.js';
import type { Cli } from '../cli.js';
import { renderLead } from '../render/lead.js';
import { maskLeadRecord, maskSearchRecord } from '../../core/masking/mask-records.js';
import { addShow } from '../show-record.js';
import { showVerdicts } from '../../app/search/show-verdicts.js';
import { searchReference } from '../../core/exchanges/about.js';
import { renderSearch } from '../render/search.js';

/** `leadkeep lead show ID`: what happened to a submitted lead, and why; or its requests and answers. */
export function addLeadShow(lead: Command, cli: Cli): void {
  addShow(lead, cli, {
    kind: 'lead',
    read: ({ leads }, id, how) => leads.read(id, how),
    isOther: async ({ searches }, id) => (await searches.read(id)) !== null,
    mask: maskLeadRecord,
    render: renderLead,
    exchanges: ({ exchanges }, lead, attempt) => exchangesOfLead({ exchanges }, lead, attempt),
    attempts: true,
  });
}

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
