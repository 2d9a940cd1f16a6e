import type { RowResult } from '../../app/audit/audited-batches.js';
import { destinationIn } from '../../app/lead-files/destination.js';
import type { RowIssue } from '../../app/lead-files/read-lead-file.js';
import { carryOutReturns, foreseeReturned, planReturnFile } from '../../app/money/return-many.js';
import {
  carryOutSettling,
  foreseeSettled,
  planSettleDestination,
  planSettleFile,
  type PlannedSettlement,
  type SettleManyPorts,
} from '../../app/settle/settle-many.js';
import { namesIn } from '../../core/operators/names.js';
import { fieldMissing, invalidField, malformed } from '../../http/faults.js';
import type { BulkReturnBody, BulkSettleBody } from '../bodies/bulk.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { overrideOf } from './return.js';

type Call<Body> = OperatorCall<object, Body>;

/** Settles the leads of a file or of a destination, or only says what it would do. */
export async function bulkSettle(
  { acts, catalogue, clock }: OperatorPorts,
  { body, viewer, audit }: Call<BulkSettleBody>,
): Promise<object> {
  const ports = { ...acts, catalogue: catalogue.current(), clock };
  const { planned, faults, isCut } = await planSettling(ports, body, viewer.name);
  refuseFaults(faults, body);
  const results = body.dry_run ? planned.map(foreseeSettled) : await carryOutSettling(ports, audit, planned);
  const name = namesIn(ports.catalogue);
  const rows = planned.map(({ line, lead, settlement, settling }) => ({
    ...{ line: line ?? null, lead_id: lead.id, reference: lead.reference ?? null },
    ...{ was: lead.state, asked: settlement.verdict, received_at: lead.received_at },
    ...{ offer: name('offers', lead.offer_id), affiliate: name('affiliates', lead.affiliate_id) },
    ...moneyOf(settling),
  }));
  return { ...bulkOf(body, rows, results, { faults, isCut }), currency: ports.catalogue.books.currency };
}

/** What settling books: nothing for a rejection, or where no money is configured. */
function moneyOf(settling: PlannedSettlement['settling']) {
  const owed = settling.kind === 'settle' ? settling.change.unbooked_entry : undefined;
  return { price_cents: owed?.buyer_cents ?? null, payout_cents: owed?.affiliate_cents ?? null };
}

async function planSettling(
  ports: SettleManyPorts,
  { file, destination: handle, outcome: verdict, before, only, why }: BulkSettleBody,
  by: string,
) {
  const destination = handle === undefined ? undefined : destinationIn(ports.catalogue, handle);
  if (file !== undefined) {
    if (verdict !== undefined || before !== undefined || only !== undefined)
      throw malformed(
        'With a file, send no outcome, before or only: the file says which leads, and what they are.',
      );
    return {
      ...(await planSettleFile(ports, { text: file, by, why, ...(destination && { destination }) })),
      isCut: false,
    };
  }
  if (!destination) throw fieldMissing('destination');
  if (verdict === undefined) throw fieldMissing('outcome');
  if (before === undefined) throw fieldMissing('before');
  const ids = only && { only: new Set(only.map((id) => id.toLowerCase())) };
  const request = { verdict, by, why, destination, before: new Date(before), ...ids };
  return { ...(await planSettleDestination(ports, request)), faults: [] };
}

/** Returns the leads of a file, or only says what it would do. */
export async function bulkReturn(
  { acts, catalogue, clock }: OperatorPorts,
  { body, viewer, audit }: Call<BulkReturnBody>,
): Promise<object> {
  const ports = { ...acts, catalogue: catalogue.current(), clock };
  const { file: text, destination, dry_run } = body;
  const asked = { by: viewer.name, ...overrideOf(body) };
  const of = destination === undefined ? {} : { destination: destinationIn(ports.catalogue, destination) };
  const { planned, faults } = await planReturnFile(ports, { text, ...asked, ...of });
  refuseFaults(faults, body);
  const results = dry_run
    ? planned.map(foreseeReturned)
    : await carryOutReturns(ports, audit, planned, asked);
  const rows = planned.map(({ line, id, reference, reason }) => ({
    ...{ line, lead_id: id, reference: reference ?? null, was: null, asked: reason },
    ...{ received_at: null, offer: null, affiliate: null, price_cents: null, payout_cents: null },
  }));
  return {
    ...bulkOf(body, rows, results, { faults, isCut: false }),
    currency: ports.catalogue.books.currency,
  };
}

/** A file is taken as a whole or not at all. */
function refuseFaults(faults: readonly RowIssue[], { dry_run }: { readonly dry_run: boolean }): void {
  if (faults.length > 0 && !dry_run)
    throw invalidField('file', 'without faults, so nothing was changed: with dry_run, the answer lists them');
}

function bulkOf(
  { dry_run }: { readonly dry_run: boolean },
  rows: readonly object[],
  results: readonly RowResult[],
  { faults, isCut }: { readonly faults: readonly RowIssue[]; readonly isCut: boolean },
): object {
  const countOf = (outcome: RowResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    dry_run,
    rows: faults.length > 0 ? [] : rows.map((row, i) => ({ ...row, ...results[i] })),
    faults: [...faults].sort((a, b) => a.line - b.line),
    ...{ done: countOf('done'), already: countOf('already'), not_done: countOf('not'), is_cut: isCut },
  };
}
