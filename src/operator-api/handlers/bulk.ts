import {
  carryOut,
  planFile,
  type CarriedAct,
  type FilePlan,
  type PlannedAct,
  type RowResult,
} from '../../app/lead-files/act-on-leads.js';
import { destinationIn, type Destination } from '../../app/lead-files/destination.js';
import type { RowIssue } from '../../app/lead-files/read-lead-file.js';
import { returnAct, type PlannedReturn } from '../../app/money/return-leads.js';
import { planSettleDestination, settleAct, type PlannedSettlement } from '../../app/settle/settle-leads.js';
import { compact } from '../../core/catalogue/compact.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { stagesOf } from '../../core/catalogue/stages.js';
import { identityForms } from '../../core/lead/identity.js';
import { wordsOf } from '../../app/lead-files/map-columns.js';
import type { FileName, StoredMapping } from '../../app/ports/file-mapping-store.js';
import { namesIn } from '../../core/operators/names.js';
import { fieldMissing, invalidField, malformed } from '../../http/faults.js';
import type { BulkReturnBody, BulkSettleBody, BulkStageBody } from '../bodies/bulk.js';
import { MAX_MEANINGS } from '../bodies/kinds.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { stageAct, type PlannedStage } from '../../app/stages/record-stages.js';
import type { AnswerOf } from '../openapi/schemas/answer-schemas.js';
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
  const ids = only && { only: new Set(only.map((id) => id.toLowerCase())) };
  if (file !== undefined) {
    if (verdict !== undefined || before !== undefined)
      throw malformed('With a file, send no outcome or before: the file says what each lead is.');
    const plan = await planFile(act, ports, { text: file, ...(destination && { destination }), ...ids });
    return carriedOut(act, plan, { body, audit, catalogue, about });
  }
  if (!destination) throw fieldMissing('destination');
  if (verdict === undefined) throw fieldMissing('outcome');
  if (before === undefined) throw fieldMissing('before');
  const request = { ...asked, verdict, destination, before: new Date(before), ...ids };
  const plan = await planSettleDestination(ports, request);
  return carriedOut(act, { ...plan, faults: [], repeats: [] }, { body, audit, catalogue, about });
}

/** What settling books: nothing for a rejection, or where no money is configured. */
function moneyOf(settling: PlannedSettlement['settling']) {
  const owed = settling.kind === 'settle' ? settling.change.unbooked_entry : undefined;
  return { price_cents: owed?.buyer_cents ?? null, payout_cents: owed?.affiliate_cents ?? null };
}

/** Returns the leads of a file, or only says what it would do. What was mapped is remembered for the buyer. */
export async function bulkReturn(
  { leads, overview, returns, fileMappings, catalogue: source, clock }: OperatorPorts,
  { body, viewer, audit }: Call<BulkReturnBody>,
) {
  const catalogue = source.current();
  const ports = { leads, overview, returns, catalogue, clock };
  const { file: text, destination: handle, mapping, only, dry_run } = body;
  const destination = handle === undefined ? undefined : destinationIn(catalogue, handle);
  const buyerId = destination && buyerOf(catalogue, destination);
  const mapped = await mappedFor({ fileMappings }, 'returns', buyerId, mapping);
  const { meanings } = mapped;
  const act = returnAct(ports, { by: viewer.name, meanings, ...overrideOf(body) });
  const plan = await planFile(act, ports, {
    ...{ text, ...mapped.columns },
    ...(destination && { destination }),
    ...(only && { only: new Set(only.map((id) => id.toLowerCase())) }),
  });
  const about = ({ reason, booked }: PlannedReturn) => ({
    asked: reason,
    price_cents: booked?.buyer_cents ?? null,
    payout_cents: booked?.affiliate_cents ?? null,
  });
  const reasons = [...act.heard.allowed].map(([code, label]) => ({ code, label }));
  const file = mapped.shown(plan, { needed: ['reason'], unknown: act.heard.unknown, reasons });
  const answer = await carriedOut(act, { ...plan, file }, { body, audit, catalogue, about });
  if (!dry_run && plan.planned.length > 0) await mapped.remember(plan, { at: clock(), by: viewer.name });
  return answer;
}

type Columns = Awaited<ReturnType<typeof planFile>>;

/** How a buyer's file is read: as it is told now, else as its last file of this kind was. */
async function mappedFor(
  { fileMappings }: Pick<OperatorPorts, 'fileMappings'>,
  kind: FileName,
  buyerId: string | undefined,
  mapping: BulkReturnBody['mapping'] | BulkStageBody['mapping'],
) {
  const remembered = (buyerId !== undefined && (await fileMappings.read(kind, buyerId))) || undefined;
  const said = [...(remembered?.meanings ?? []), ...(mapping?.meanings ?? [])];
  const meanings = [...new Map(said.map((one) => [wordsOf(one.text), one])).values()].slice(-MAX_MEANINGS);
  return {
    meanings,
    columns: { chosen: mapping?.columns && compact(mapping.columns), remembered: remembered?.columns },
    /** What the answer says of the file. */
    shown: (
      { heads, columns }: Pick<Columns, 'heads' | 'columns'>,
      about: {
        readonly needed: readonly string[];
        readonly unknown: ReadonlySet<string>;
        readonly reasons: readonly { readonly code: string; readonly label: string }[];
      },
    ) => ({
      columns: heads,
      fields: columns.map(({ field, column }) => ({ field, column, needed: about.needed.includes(field) })),
      remembered: remembered?.at ?? null,
      unknown_texts: [...about.unknown].slice(0, MAX_UNKNOWN),
      ...{ reasons: about.reasons, meanings },
    }),
    /** Keeps it for the buyer's next file, if it was told now. */
    async remember(
      { columns }: Pick<Columns, 'columns'>,
      by: Pick<StoredMapping, 'at' | 'by'>,
    ): Promise<void> {
      if (!mapping || buyerId === undefined) return;
      const kept = Object.fromEntries(
        columns.flatMap(({ field, column }) => (column === null ? [] : [[field, column] as const])),
      );
      await fileMappings.write(kind, buyerId, { columns: kept, meanings, ...by });
    },
  };
}

/** So many texts that no reason knows are asked about at a time. */
const MAX_UNKNOWN = 100;

const buyerOf = ({ offers }: Catalogue, { buyer_id, offer_ids }: Destination): string | undefined =>
  buyer_id ?? offers.get(offer_ids[0] ?? '')?.buyer.id;

/** Records the stages in a buyer's file, or only says what it would do. */
export async function bulkStages(ports: OperatorPorts, { body, viewer, audit }: Call<BulkStageBody>) {
  const { leads, overview, catalogue: source, clock } = ports;
  const catalogue = source.current();
  const { file: text, buyer: handle, mapping } = body;
  const buyer = [...catalogue.buyers.values()].find((one) => one.handle === handle);
  if (!buyer) throw invalidField('buyer', 'the handle of a buyer in the catalogue');
  const mapped = await mappedFor(ports, 'stages', buyer.id, mapping);
  const { meanings } = mapped;
  const keysOf = ({ email, phone }: { readonly email: string; readonly phone: string }): string[] => {
    const forms = identityForms({
      personal: compact({ email: email || undefined, phone: phone || undefined }),
    });
    return forms.length === 0 ? [] : ports.identities.keysToFind(forms).map(({ key }) => key);
  };
  const act = stageAct(stagePorts(ports), { by: viewer.name, buyer_id: buyer.id, meanings, keysOf });
  const plan = await planFile(
    act,
    { leads, overview },
    { text, destination: { offer_ids: [], buyer_id: buyer.id }, ...mapped.columns },
  );
  const reasons = stagesOf(catalogue, buyer).map(({ code, label }) => ({ code, label }));
  const file = mapped.shown(plan, { needed: ['stage', 'on'], unknown: act.heard.unknown, reasons });
  const about = ({ report: { stage, on } }: PlannedStage) => ({
    ...{ asked: `${stage} ${on ?? 'withdrawn'}`, price_cents: null, payout_cents: null },
  });
  const sent = { ...body, skip_errors: true };
  const answer = await carriedOut(act, { ...plan, file }, { body: sent, audit, catalogue, about });
  if (!body.dry_run && plan.planned.length > 0) await mapped.remember(plan, { at: clock(), by: viewer.name });
  return answer;
}

interface Carrying<Plan> extends Pick<Call<unknown>, 'audit'> {
  readonly body: { readonly dry_run: boolean; readonly skip_errors?: boolean };
  readonly catalogue: Catalogue;
  readonly about: (one: Plan) => {
    /** The outcome, or the code of the reason. */
    readonly asked: string;
    readonly price_cents: number | null;
    readonly payout_cents: number | null;
  };
}

/** Carries out a plan, or only shows it. A file with faults is refused, unless they are to be left out. */
async function carriedOut<Plan extends PlannedAct>(
  act: CarriedAct<Plan>,
  {
    planned,
    faults,
    repeats,
    file = null,
    isCut = false,
  }: FilePlan<Plan> & { readonly file?: AnswerOf<'Bulk'>['file']; readonly isCut?: boolean },
  { body: { dry_run, skip_errors = false }, audit, catalogue, about }: Carrying<Plan>,
) {
  if (faults.length > 0 && !dry_run && !skip_errors)
    throw invalidField(
      'file',
      'without errors, so nothing was changed: with dry_run, the answer lists them, and with skip_errors, their rows are left out',
    );
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
    ...{ dry_run, rows, faults: byLine(faults), repeats: byLine(repeats), file },
    ...{ done: countOf('done'), already: countOf('already'), not_done: countOf('not'), is_cut: isCut },
    currency: catalogue.books.currency,
  };
}

const byLine = (faults: readonly RowIssue[]): RowIssue[] => [...faults].sort((a, b) => a.line - b.line);
