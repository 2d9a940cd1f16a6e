import { maskLeadRecord } from '../../core/masking/mask-records.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { LeadPosition } from '../../core/lead/lead-position.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { csvChunks, csvLines } from '../csv/write-csv.js';
import { PERSON_CSV_HEAD, personCsvRow } from '../lead-files/lead-csv.js';
import type { LeadFilter } from '../ports/lead-overview.js';
import type { ListPorts } from './list-leads.js';

/** As many as one entry of the audit log may name. */
const PAGE = 500;

/** What unmasks an export: who does it stands in the audit log, with every lead. */
export interface Unmasking {
  readonly audit: AuditPorts;
  readonly why: string;
}

/**
 * The leads that match as CSV, newest first, read page by page while it is sent. Personal data is masked; with
 * `unmasking` each page has an entry in the audit log before any of it is sent. Throws on an outage.
 */
export function exportLeads(
  { overview, catalogue }: ListPorts,
  filter: LeadFilter,
  unmasking?: Unmasking,
): AsyncGenerator<string> {
  const names = handlesOf(catalogue.current());
  async function* rows() {
    for await (const lead of pages(overview, filter, unmasking)) yield personCsvRow(lead, names);
  }
  return csvLines(csvChunks(PERSON_CSV_HEAD, rows()));
}

async function* pages(
  overview: ListPorts['overview'],
  filter: LeadFilter,
  unmasking: Unmasking | undefined,
): AsyncGenerator<LeadRecord> {
  for (let after: LeadPosition | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const { leads, next } = await overview.page(filter, PAGE, after);
    if (unmasking && leads.length > 0) await noteExport(unmasking, leads);
    for (const lead of leads) yield unmasking ? lead : maskLeadRecord(lead);
    after = next;
  }
}

const noteExport = ({ audit, why }: Unmasking, leads: readonly LeadRecord[]): Promise<void> =>
  audited(audit, { action: 'lead.export', on: { kind: 'lead', ids: leads.map(({ id }) => id) }, why }, () =>
    Promise.resolve(),
  );

const handlesOf = ({ affiliates, buyers, offers, campaigns }: Catalogue): ((id: string) => string) => {
  const lists = [affiliates, buyers, offers, campaigns] as readonly ReadonlyMap<string, { handle: string }>[];
  return (id) => lists.map((list) => list.get(id)?.handle).find((handle) => handle !== undefined) ?? id;
};
