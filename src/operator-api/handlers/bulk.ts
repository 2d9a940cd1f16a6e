import {
  carryOut,
  planFile,
  type CarriedAct,
  type PlannedAct,
  type RowResult,
} from '../../app/lead-files/act-on-leads.js';
import { destinationIn } from '../../app/lead-files/destination.js';
import type { RowIssue } from '../../app/lead-files/read-lead-file.js';
import { returnAct } from '../../app/money/return-leads.js';
import { planSettleDestination, settleAct, type PlannedSettlement } from '../../app/settle/settle-leads.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { namesIn } from '../../core/operators/names.js';
import { fieldMissing, invalidField, malformed } from '../../http/faults.js';
import type { BulkReturnBody, BulkSettleBody, BulkStageBody } from '../bodies/bulk.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { stageAct, type PlannedStage } from '../../app/stages/record-stages.js';
import { overrideOf } from './return.js';
import { stagePorts } from './stages.js';

type Call<Body> = OperatorCall<object, Body>;

/** Settles the leads of a file or of a destination, or only says what it would do. */
export async function bulkSettle(
  { leads, overview, catalogue: source, clock }: OperatorPorts,
  { body, viewer, audit }: Call<BulkSettleBody>,
) {
  const catalogue = source.current();
  const ports = { leads, overview, catalogue, clock };
  const { file, destination: handle, outcome: verdict, before, only, why } = body;
  const asked = { by: viewer.name, why };
  const destination = handle === undefined ? undefined : destinationIn(catalogue, handle);
  const act = settleAct(ports, asked);
  const about = ({ settlement, settling }: PlannedSettlement) => ({
    asked: settlement.verdict,
    ...moneyOf(settling),
  });
  if (file !== undefined) {
    if (verdict !== undefined || before !== undefined || only !== undefined)
      throw malformed(
        'With a file, send no outcome, before or only: the file says which leads, and what they are.',
      );
    const plan = await planFile(act, ports, { text: file, ...(destination && { destination }) });
    return carriedOut(act, plan, { body, audit, catalogue, about });
  }
  if (!destination) throw fieldMissing('destination');
  if (verdict === undefined) throw fieldMissing('outcome');
  if (before === undefined) throw fieldMissing('before');
  const ids = only && { only: new Set(only.map((id) => id.toLowerCase())) };
  const request = { ...asked, verdict, destination, before: new Date(before), ...ids };
  const plan = await planSettleDestination(ports, request);
  return carriedOut(act, { ...plan, faults: [] }, { body, audit, catalogue, about });
}

/** What settling books: nothing for a rejection, or where no money is configured. */
function moneyOf(settling: PlannedSettlement['settling']) {
  const owed = settling.kind === 'settle' ? settling.change.unbooked_entry : undefined;
  return { price_cents: owed?.buyer_cents ?? null, payout_cents: owed?.affiliate_cents ?? null };
}

/** Returns the leads of a file, or only says what it would do. */
export async function bulkReturn(
  { leads, overview, returns, catalogue: source, clock }: OperatorPorts,
  { body, viewer, audit }: Call<BulkReturnBody>,
) {
  const catalogue = source.current();
  const ports = { leads, overview, returns, catalogue, clock };
  const { file: text, destination } = body;
  const act = returnAct(ports, { by: viewer.name, ...overrideOf(body) });
  const of = destination === undefined ? {} : { destination: destinationIn(catalogue, destination) };
  const plan = await planFile(act, ports, { text, ...of });
  const about = ({ reason }: { readonly reason: string }) => ({
    ...{ asked: reason, price_cents: null, payout_cents: null },
  });
  return carriedOut(act, plan, { body, audit, catalogue, about });
}

/** Records the stages in a buyer's file, or only says what it would do. */
export async function bulkStages(ports: OperatorPorts, { body, viewer, audit }: Call<BulkStageBody>) {
  const { leads, overview, catalogue: source } = ports;
  const catalogue = source.current();
  const { file: text, buyer: handle } = body;
  const buyer = [...catalogue.buyers.values()].find((one) => one.handle === handle);
  if (!buyer) throw invalidField('buyer', 'the handle of a buyer in the catalogue');
  const act = stageAct(stagePorts(ports), { by: viewer.name, buyer_id: buyer.id });
  const plan = await planFile(
    act,
    { leads, overview },
    { text, destination: destinationIn(catalogue, handle) },
  );
  const about = ({ report: { stage, on } }: PlannedStage) => ({
    ...{ asked: `${stage} ${on ?? 'withdrawn'}`, price_cents: null, payout_cents: null },
  });
  return carriedOut(act, plan, { body, audit, catalogue, about });
}

interface Carrying<Plan> extends Pick<Call<unknown>, 'audit'> {
  readonly body: { readonly dry_run: boolean };
  readonly catalogue: Catalogue;
  readonly about: (one: Plan) => {
    /** The outcome, or the code of the reason. */
    readonly asked: string;
    readonly price_cents: number | null;
    readonly payout_cents: number | null;
  };
}

/** Carries out a plan, or only shows it. A file is taken as a whole or not at all, if the act does not say otherwise. */
async function carriedOut<Plan extends PlannedAct>(
  act: CarriedAct<Plan>,
  {
    planned,
    faults,
    isCut = false,
  }: { readonly planned: readonly Plan[]; readonly faults: readonly RowIssue[]; readonly isCut?: boolean },
  { body: { dry_run }, audit, catalogue, about }: Carrying<Plan>,
) {
  const isWhole = act.skipsFaults !== true;
  if (faults.length > 0 && isWhole && !dry_run)
    throw invalidField('file', 'without faults, so nothing was changed: with dry_run, the answer lists them');
  const results = dry_run ? planned.map(({ foreseen }) => foreseen) : await carryOut(act, audit, planned);
  const name = namesIn(catalogue);
  const countOf = (outcome: RowResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  const rows = planned.map((one, i) => {
    const { line = null, lead } = one;
    return {
      ...{ line, lead_id: lead.id, reference: lead.reference ?? null, was: lead.state },
      ...{ received_at: lead.received_at, offer: name('offers', lead.offer_id) },
      ...{ affiliate: name('affiliates', lead.affiliate_id), ...about(one), ...(results[i] ?? one.foreseen) },
    };
  });
  return {
    dry_run,
    rows: faults.length > 0 && isWhole ? [] : rows,
    faults: [...faults].sort((a, b) => a.line - b.line),
    ...{ done: countOf('done'), already: countOf('already'), not_done: countOf('not'), is_cut: isCut },
    currency: catalogue.books.currency,
  };
}
