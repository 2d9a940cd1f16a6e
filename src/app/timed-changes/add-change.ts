import { booksOf } from '../../core/catalogue/books.js';
import { compact } from '../../core/catalogue/compact.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { CapOf } from '../../core/drafts/change-cap.js';
import type { DraftActor } from '../../core/drafts/draft.js';
import { timeText } from '../../core/format-time.js';
import { asksFourEyes } from '../../core/drafts/four-eyes.js';
import { SWITCHES, switchEntry, type SwitchedEntry } from '../../core/catalogue/switch-entry.js';
import {
  capIn,
  describeChange,
  isAllowed,
  ownerOf,
  rangeIn,
  valueIn,
  valueText,
  type CatalogueValue,
} from '../../core/timed-changes/describe.js';
import { momentInZone } from '../../core/timed-changes/moment-in-zone.js';
import {
  isUnapproved,
  overlapping,
  whyNotApproved,
  type AmountField,
  type ChangedEntry,
  type ChangedField,
  type LimitField,
  type TimedChange,
} from '../../core/timed-changes/timed-change.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { refuseSwitch } from '../catalogue/switch-together.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';
import { currentDocument } from '../catalogue/compile-current.js';

export interface TimedChangePorts {
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  readonly timedChanges: TimedChangeStore;
  readonly clock: () => Date;
}

/** When a change is to be in force, as somebody wrote it (`momentInZone`). Without `from`: from now on. */
export interface Span {
  readonly from?: string;
  readonly until: string;
}

/** Who adds or ends it, and why. */
export interface ChangeAuthor {
  readonly by: string;
  readonly why?: string;
}

/** Who wants another value, and whether they may apply the catalogue. */
export interface Wanting {
  readonly actor: DraftActor;
  readonly mayApply: boolean;
}

const TRIES = 5;

/** A pause of an entry that ends by itself, not added yet. Throws ActRefused if the entry can't be paused then. */
export async function pauseFor(
  { catalogue, clock }: Omit<TimedChangePorts, 'timedChanges'>,
  { kind, handle }: SwitchedEntry,
  span: Span,
): Promise<Planned> {
  const document = await currentDocument(catalogue);
  const { outcome } = switchEntry(document, 'pause', kind, handle);
  refuseSwitch(outcome, document, kind, handle);
  if (outcome === 'unchanged')
    throw new ActRefused(
      'conflict',
      `The ${kind} ${handle} is ${SWITCHES[kind].pause} without an end. Resume it first`,
    );
  const field = { what: 'pause', ...entryOf(document, { kind, handle }) } as const;
  return { field, ...spanIn(span, zoneOf(document, field), clock()), document };
}

/**
 * Another limit of a cap for a time, not added yet. Throws ActRefused if the catalogue has no such cap, or does not allow this
 * limit and the person may not apply the catalogue.
 */
export async function limitFor(
  ports: Omit<TimedChangePorts, 'timedChanges'>,
  { cap, limit, ...wanting }: { readonly cap: CapOf; readonly limit: number } & Wanting,
  span: Span,
): Promise<Planned> {
  const document = await currentDocument(ports.catalogue);
  const { window, program } = cap;
  const field: LimitField = {
    ...({ what: 'limit', ...entryOf(document, cap), window, value: limit } as const),
    ...(program === undefined ? {} : { program }),
  };
  if (!capIn(document, field)) throw hasNo(`cap: ${placeOf(cap)}, ${window}${ofProgram(program)}`);
  return planned(ports, { document, field, name: 'limit', wanting }, span);
}

/** Whose price or payout, by handles. A campaign's is of an offer. */
export interface AmountOf {
  readonly what: 'price' | 'payout';
  readonly kind: 'offer' | 'campaign';
  readonly handle: string;
  readonly offer?: string;
  readonly program?: string;
}

/** Another price or payout for a time, not added yet. Throws ActRefused as `limitFor` does. */
export async function amountFor(
  ports: Omit<TimedChangePorts, 'timedChanges'>,
  { of, cents, ...wanting }: { readonly of: AmountOf; readonly cents: number } & Wanting,
  span: Span,
): Promise<Planned> {
  const document = await currentDocument(ports.catalogue);
  const { what, kind, offer, program } = of;
  if ((kind === 'campaign') !== (offer !== undefined))
    throw new ActRefused('invalid', 'Name the offer with a campaign, and only then', 'offer');
  const field: AmountField = {
    ...{ what, ...entryOf(document, of), value: cents },
    ...(program === undefined ? {} : { program }),
  };
  if (valueIn(document, field) === undefined) throw hasNo(`${what}: ${placeOf(of)}${ofProgram(program)}`);
  const partner = document.offers.find(({ id }) => id === (field.offer_id ?? field.entry_id))?.partner;
  if (what === 'payout' && partner?.payout_share !== undefined)
    throw new ActRefused('conflict', "Its payout is a share of the partner's bid", 'handle');
  return planned(ports, { document, field, name: what, wanting }, span);
}

/** By handles: it has no id if the catalogue has no such entry. */
function entryOf(
  document: CatalogueDocument,
  { kind, handle, offer }: Pick<CapOf, 'kind' | 'handle' | 'offer'>,
): ChangedEntry {
  const entry_id = document[`${kind}s`].find((one) => one.handle === handle)?.id ?? '';
  if (offer === undefined) return { kind, entry_id };
  return { kind, entry_id, offer_id: document.offers.find((one) => one.handle === offer)?.id ?? '' };
}

const placeOf = ({ kind, handle, offer }: Pick<CapOf, 'kind' | 'handle' | 'offer'>): string =>
  `${kind} ${handle}${offer === undefined ? '' : `, offer ${offer}`}`;

const ofProgram = (program: string | undefined): string =>
  program === undefined ? '' : ` of program ${program}`;

const hasNo = (what: string): ActRefused =>
  new ActRefused('unknown', `The catalogue has no such ${what}. Add it by a new version`);

interface Wanted {
  readonly document: CatalogueDocument;
  readonly field: LimitField | AmountField;
  readonly name: 'limit' | 'price' | 'payout';
  readonly wanting: Wanting;
}

function planned(
  { clock }: Pick<TimedChangePorts, 'clock'>,
  { document, field, name, wanting }: Wanted,
  span: Span,
): Planned {
  const { currency } = booksOf(document);
  const says = (value: CatalogueValue) => valueText(field, value, currency);
  if (valueIn(document, field) === field.value)
    throw new ActRefused('conflict', `Its ${name} is ${says(field.value)} in the catalogue`, name);
  const range = rangeIn(document, field);
  const asks = !isAllowed(range, field.value) && asksFourEyes(document);
  if (!isAllowed(range, field.value)) {
    const allowed = range
      ? `The catalogue allows ${says(range[0])} to ${says(range[1])} for a time`
      : `The catalogue has no ${name}_range for it`;
    if (asks && wanting.actor.kind !== 'person')
      throw new ActRefused(
        'conflict',
        `${allowed}, and beyond that changes need a second person: one proposes it in the console, and another approves it`,
        name,
      );
    if (!asks && !wanting.mayApply)
      throw new ActRefused(
        'conflict',
        `${allowed}, so only somebody who may apply the catalogue sets another ${name}`,
        name,
      );
  }
  return {
    ...{ field, ...spanIn(span, zoneOf(document, field), clock()), document },
    ...(asks && { proposed: { by: wanting.actor } }),
  };
}

/** A change that could be added. */
export interface Planned {
  readonly field: ChangedField;
  readonly from: Date;
  readonly until: Date;
  /** Another person must approve it. */
  readonly proposed?: TimedChange['proposed'];
  /** The version that it was planned for. */
  readonly document: CatalogueDocument;
}

/** The change as it would be. */
export const asChange = (
  { field, from, until, proposed }: Planned,
  { id, at, by, why }: Pick<TimedChange, 'id' | 'at' | 'by' | 'why'>,
): TimedChange => ({ ...field, ...compact({ id, from, until, at, by, why, proposed }) });

/** The zone by whose clock an entry counts and pauses: that of the campaign, or of the buyer. */
export function zoneOf(
  { offers, buyers, campaigns }: CatalogueDocument,
  { kind, entry_id }: ChangedField,
): string {
  const buyer = kind === 'offer' ? offers.find(({ id }) => id === entry_id)?.buyer_id : entry_id;
  const owner =
    kind === 'campaign' ? campaigns.find(({ id }) => id === entry_id) : buyers.find(({ id }) => id === buyer);
  return owner?.time_zone ?? 'UTC';
}

export function spanIn(
  { from, until }: Span,
  zone: string,
  now: Date,
): { readonly from: Date; readonly until: Date } {
  const begin = from === undefined ? now : read('from', from, zone, now);
  const end = read('until', until, zone, now);
  if (begin < now) throw past('from', begin, now);
  if (end <= now) throw past('until', end, now);
  if (end <= begin)
    throw new ActRefused(
      'invalid',
      `It would end at ${timeText(end)}, before it begins at ${timeText(begin)}`,
      'until',
    );
  return { from: begin, until: end };
}

const past = (field: string, at: Date, now: Date): ActRefused =>
  new ActRefused('invalid', `${timeText(at)} is past: it is ${timeText(now)} now`, field);

function read(field: string, text: string, zone: string, now: Date): Date {
  const moment = momentInZone(text, zone, now);
  if (typeof moment === 'string') throw new ActRefused('invalid', moment, field);
  return moment;
}

/** Throws ActRefused if another change of the same field is in force at some moment of this one. */
export async function refuseOverlap(
  { timedChanges, clock }: Omit<TimedChangePorts, 'catalogue'>,
  { field, from, until, document }: Planned,
): Promise<void> {
  const other = overlapping({ ...field, from, until }, await timedChanges.toCome(clock()));
  if (!other) return;
  const { id, by, why } = other;
  const known = describeChange(other, document, clock()).sentence.slice(0, -1);
  const said = why === undefined ? '' : `: ${why}`;
  throw new ActRefused(
    'conflict',
    `${known} (change ${id} by ${by}${said}). End that first, or choose other times`,
    'until',
  );
}

/**
 * Adds a change, with an entry in the audit log before it and after it. Processes know it within 5 s. Throws ActRefused if it
 * overlaps another one of its field: of two that are added at the same time, one is refused.
 */
export async function addChange(
  ports: TimedChangePorts,
  audit: AuditPorts,
  planned: Planned,
  { by, why }: ChangeAuthor,
): Promise<TimedChange> {
  const { timedChanges, clock } = ports;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const id = (await timedChanges.newest()) + 1;
    await refuseOverlap(ports, planned);
    const change = asChange(planned, compact({ id, at: clock(), by, why }));
    const isAdded = await audited(
      audit,
      { action: 'timed_change.add', on: onChange(change, planned.document), why, after: factsOf(change) },
      () => timedChanges.add(change),
      (added) => (added ? { result: 'done' } : { result: 'refused', facts: { why: 'conflict' } }),
    );
    if (isAdded) return change;
  }
  throw new ActRefused(
    'conflict',
    'Others are adding timed changes at the same time, so nothing was changed; try again',
  );
}

/**
 * Approves a proposed change, which is in force from then on or when it begins. Returns it with the document in force then.
 * Throws ActRefused if nobody must, or this person must not.
 */
export async function approveChange(
  { timedChanges, catalogue, clock }: TimedChangePorts,
  audit: AuditPorts,
  change: TimedChange,
  by: DraftActor,
): Promise<{ readonly change: TimedChange; readonly document: CatalogueDocument }> {
  const document = await currentDocument(catalogue);
  const at = clock();
  const { state, sentence } = describeChange(change, document, at);
  const { proposed } = change;
  if (!proposed || state !== 'proposed')
    throw new ActRefused('conflict', `Nobody must approve it: ${sentence.slice(0, -1)}`, 'id');
  const why = whyNotApproved(proposed, by);
  if (why !== undefined) throw new ActRefused('conflict', why, 'id');
  const from = change.from < at ? at : change.from;
  const approved = { at, by: by.name };
  const isApproved = await audited(
    audit,
    { action: 'timed_change.approve', on: onChange(change, document), after: factsOf({ ...change, from }) },
    () => timedChanges.approve(change.id, approved, from),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
  if (!isApproved) throw new ActRefused('conflict', 'Somebody else has approved or ended it', 'id');
  return { change: { ...change, from, proposed: { ...proposed, approved } }, document };
}

/** Ends a change before its time. Returns it with the document in force then. Throws ActRefused if it is over. */
export async function endChange(
  { timedChanges, catalogue, clock }: TimedChangePorts,
  audit: AuditPorts,
  change: TimedChange,
  { by, why }: ChangeAuthor,
): Promise<{ readonly ended: TimedChange; readonly document: CatalogueDocument }> {
  const document = await currentDocument(catalogue);
  const ended = { at: clock(), by, ...(why === undefined ? {} : { why }) };
  const { state, sentence } = describeChange(change, document, ended.at);
  if (state === 'over') throw new ActRefused('conflict', `It is over: ${sentence.slice(0, -1)}`, 'id');
  const isEnded = await audited(
    audit,
    { action: 'timed_change.end', on: onChange(change, document), why },
    () => timedChanges.end(change.id, ended),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
  if (!isEnded) throw new ActRefused('conflict', 'Somebody else has ended it', 'id');
  return { ended: { ...change, ended }, document };
}

/** The change. Throws ActRefused if there is none, or none of this kind. */
export async function needChange(
  { timedChanges }: Pick<TimedChangePorts, 'timedChanges'>,
  id: number,
  what?: TimedChange['what'],
): Promise<TimedChange> {
  const change = await timedChanges.read(id);
  if (change && (what === undefined || change.what === what)) return change;
  throw new ActRefused('unknown', `There is no timed ${what ?? 'change'} ${id}`, 'id');
}

const onChange = (change: TimedChange, document: CatalogueDocument) => ({
  kind: 'timed_change',
  ids: [`change ${change.id}`, ownerOf(change, namesOf(document))],
});

const factsOf = (change: TimedChange) => ({
  ...{ what: change.what, from: change.from.toISOString(), until: change.until.toISOString() },
  ...('value' in change ? { value: change.value } : {}),
  ...('program' in change ? { program: change.program } : {}),
  ...(isUnapproved(change) ? { proposed: true } : {}),
});
