import { timeText } from '../format-time.js';
import { booksOf } from '../catalogue/books.js';
import type { CatalogueDocument, CapEntry } from '../catalogue/document.js';
import { formatCents } from '../catalogue/money.js';
import { namesOf, type Names } from '../catalogue/names-of.js';
import { isCap } from '../drafts/change-cap.js';
import { payoutFor } from '../money/payout.js';
import { priceFor } from '../money/price.js';
import {
  isAmount,
  isInForce,
  isToCome,
  isUnapproved,
  type AmountField,
  type ChangedField,
  type LimitField,
  type TimedChange,
} from './timed-change.js';

export const CHANGE_STATES = ['proposed', 'to_come', 'in_force', 'over'] as const;
/** `proposed`: another person must approve it. `over`: it ended, by itself or by somebody, or its entry was retired. */
export type ChangeState = (typeof CHANGE_STATES)[number];

/** What a version says of a field: a status, a limit, or an amount in cents; null: no amount is configured. */
export type CatalogueValue = string | number | null;

/** A timed change as people read it. */
export interface DescribedChange {
  readonly state: ChangeState;
  readonly handle: string;
  readonly offer?: string;
  /** What the version in force says. Absent: it does not have that any more. */
  readonly catalogue_value?: CatalogueValue;
  /** `Offer lakeshore-nursing is paused until 2026-11-21 18:00:00 UTC.` */
  readonly sentence: string;
  /** The same with names, and without its times: `Offer Lakeshore Nursing is paused`. */
  readonly headline: string;
}

/** What a document says of the field of a change. Undefined: it does not have it, or has retired its entry. */
export function valueIn(document: CatalogueDocument, field: ChangedField): CatalogueValue | undefined {
  if (field.what === 'limit') return capIn(document, field)?.limit;
  return isAmount(field) ? amountIn(document, field) : entryIn(document, field)?.status;
}

/** The cap whose limit a change sets. */
export function capIn(document: CatalogueDocument, field: LimitField): CapEntry | undefined {
  const entry = field.offer_id === undefined ? entryIn(document, field) : lineIn(document, field);
  return entry?.caps.find((cap) => isCap(cap, field));
}

/** What would be paid without the change: an amount of its own, or the next one that counts then. */
function amountIn(document: CatalogueDocument, field: AmountField): number | null | undefined {
  const { what, program, offer_id } = field;
  const offer = offerIn(document, field);
  if (!offer || (program !== undefined && offer.programs.every(({ value }) => value !== program)))
    return undefined;
  if (offer_id === undefined) return priceFor({ offer }, program) ?? null;
  const line = lineIn(document, field);
  if (!line) return undefined;
  return (what === 'payout' ? payoutFor(line, program) : priceFor({ ...line, offer }, program)) ?? null;
}

/** The offer whose price or payout a change sets. */
const offerIn = ({ offers }: CatalogueDocument, { entry_id, offer_id = entry_id }: ChangedField) =>
  offers.find(({ id, status }) => id === offer_id && status !== 'retired');

/** What a campaign says of the offer that a change names. */
function lineIn({ campaigns }: CatalogueDocument, { entry_id, offer_id }: ChangedField) {
  const campaign = campaigns.find(({ id, status }) => id === entry_id && status !== 'retired');
  return campaign?.offers.find((line) => line.offer_id === offer_id);
}

/** Within which values a change may set another one. Undefined: the catalogue has no range for it. */
export function rangeIn(document: CatalogueDocument, field: ChangedField): Range | undefined {
  if (field.what === 'limit') return capIn(document, field)?.limit_range;
  if (field.what === 'payout') return lineIn(document, field)?.payout_range_cents;
  return field.what === 'price' ? offerIn(document, field)?.price_range_cents : undefined;
}

export type Range = readonly [least: number, most: number];

/** Whether a range has this value. Without a range, none is allowed. */
export const isAllowed = (range: Range | undefined, value: number): boolean =>
  range !== undefined && range[0] <= value && value <= range[1];

interface EntryWithCaps {
  readonly id: string;
  readonly status: string;
  readonly caps: readonly CapEntry[];
}

function entryIn(document: CatalogueDocument, { kind, entry_id }: ChangedField): EntryWithCaps | undefined {
  const entries: readonly EntryWithCaps[] = document[`${kind}s`];
  return entries.find(({ id, status }) => id === entry_id && status !== 'retired');
}

export function describeChange(change: TimedChange, document: CatalogueDocument, now: Date): DescribedChange {
  const catalogue_value = valueIn(document, change);
  const isGone = catalogue_value === undefined;
  const state = isGone ? 'over' : stateOf(change, now);
  const names = namesOf(document);
  const { currency } = booksOf(document);
  const told = { state, currency, instead: catalogue_value };
  return {
    state,
    headline: factOf(change, { names: calledIn(document), ...told }),
    handle: names(change.entry_id),
    ...(change.offer_id === undefined ? {} : { offer: names(change.offer_id) }),
    ...(isGone ? {} : { catalogue_value }),
    sentence: `${sentenceOf(change, { names, now, ...told })}${isGone && !change.ended ? ': it is no longer in the catalogue' : ''}.`,
  };
}

function stateOf(change: TimedChange, now: Date): ChangeState {
  if (!isToCome(change, now)) return 'over';
  if (isUnapproved(change)) return 'proposed';
  return isInForce(change, now) ? 'in_force' : 'to_come';
}

const VERBS = {
  pause: { in_force: 'is paused', to_come: 'will be paused', over: 'was paused', proposed: 'be paused' },
  other: { in_force: 'has', to_come: 'will have', over: 'had', proposed: 'have' },
} as const satisfies Record<string, Record<ChangeState, string>>;

function verbOf(change: TimedChange, state: ChangeState): string {
  const verbs = VERBS[change.what === 'pause' ? 'pause' : 'other'];
  if (!isUnapproved(change)) return verbs[state];
  return `${state === 'over' ? 'was' : 'is'} proposed to ${verbs.proposed}`;
}

interface Told {
  readonly names: Names;
  readonly state: ChangeState;
  readonly currency: string;
  readonly instead: CatalogueValue | undefined;
  readonly now: Date;
}

function sentenceOf(change: TimedChange, { names, state, currency, instead, now }: Told): string {
  const { from, until, ended } = change;
  const begins =
    state === 'in_force' || (state === 'proposed' && from <= now) ? '' : ` from ${timeText(from)}`;
  const end = ended ? `${timeText(ended.at)}, when ${ended.by} ended it` : timeText(until);
  return `${factOf(change, { names, state, currency, instead })}${begins} until ${end}`;
}

/** What is changed, without its times: `Offer lakeshore-nursing has a price of 45.00 USD instead of 42.50 USD`. */
function factOf(change: TimedChange, { names, state, currency, instead }: Omit<Told, 'now'>): string {
  const other =
    change.what === 'pause' || instead === undefined
      ? ''
      : ` instead of ${valueText(change, instead, currency)}`;
  return capitalized(
    `${ownerOf(change, names)} ${verbOf(change, state)}${valueOf(change, currency)}${other}`,
  );
}

/** `campaign northwind-edu, offer lakeshore-nursing`. */
export const ownerOf = ({ kind, entry_id, offer_id }: ChangedField, names: Names): string =>
  `${kind} ${names(entry_id)}${offer_id === undefined ? '' : `, offer ${names(offer_id)}`}`;

/** What a version says of the field of a change, for a sentence: `45.00 USD`. */
export const valueText = (field: ChangedField, value: CatalogueValue, currency: string): string =>
  isAmount(field)
    ? typeof value === 'number'
      ? `${formatCents(value)} ${currency}`
      : 'none'
    : String(value);

function valueOf(change: ChangedField, currency: string): string {
  if (change.what === 'pause') return '';
  const { value, program } = change;
  const of = program === undefined ? '' : ` of program ${program}`;
  if (isAmount(change)) return ` a ${change.what} of ${valueText(change, value, currency)}${of}`;
  const { window } = change;
  return ` a limit of ${value} ${window === 'total' ? 'in total' : `a ${window}`}${of}`;
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** How people call an entry: its name, else what the sentences for commands say. */
function calledIn(document: CatalogueDocument): Names {
  const named = [...document.buyers, ...document.offers, ...document.campaigns];
  const names = new Map(named.map(({ id, name }) => [id, name] as const));
  const handles = namesOf(document);
  return (id) => names.get(id) ?? handles(id);
}

/** A timed change as the operator API shows it. */
export function changeView(change: TimedChange, document: CatalogueDocument, now: Date) {
  const { id, what, kind, from, until, at, by, why, proposed, ended } = change;
  const { state, handle, offer, catalogue_value, sentence, headline } = describeChange(change, document, now);
  const limited = change.what === 'limit' ? change : undefined;
  const valued = change.what === 'pause' ? undefined : change;
  return {
    ...{ id, what, kind, handle, offer: offer ?? null },
    ...{ window: limited?.window ?? null, program: valued?.program ?? null, value: valued?.value ?? null },
    ...{ catalogue_value: catalogue_value ?? null, from, until, state, at, by, why: why ?? null },
    approved: proposed?.approved ?? null,
    ended: ended ? { ...ended, why: ended.why ?? null } : null,
    ...{ sentence, headline },
  };
}
