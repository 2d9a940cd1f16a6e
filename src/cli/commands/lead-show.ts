import type { Command } from 'commander';
import { exchangesOfLead } from '../../app/exchanges/read-exchanges.js';
import type { Cli } from '../cli.js';
import { renderLead } from '../render/lead.js';
import { maskLeadRecord } from '../../core/masking/mask-records.js';
import { addShow } from '../show-record.js';

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
