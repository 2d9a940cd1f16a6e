import type { Command } from 'commander';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../platform/mongo/stores/search-store.js';
import type { Cli } from '../cli.js';
import { renderLead } from '../render/lead.js';
import { maskLeadRecord } from '../render/mask-records.js';
import { addShow } from '../show-record.js';

/** `leadkeep lead show ID`: what became of a submitted lead, and why. */
export function addLeadShow(lead: Command, cli: Cli): void {
  addShow(lead, cli, {
    kind: 'lead',
    read: (connection, id) => createLeadStore(connection).read(id),
    isOther: async (connection, id) => (await createSearchStore(connection).read(id)) !== null,
    mask: maskLeadRecord,
    render: renderLead,
  });
}
