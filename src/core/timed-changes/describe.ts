import type { CatalogueDocument, CapEntry } from '../catalogue/document.js';
import { namesOf, type Names } from '../catalogue/names-of.js';
import { isCap } from '../drafts/change-cap.js';
import { isInForce, isToCome, type ChangedField, type TimedChange } from './timed-change.js';

/** `over`: it ended, by itself or by somebody, or its entry was retired. */
export type ChangeState = 'to_come' | 'in_force' | 'over';

/** A timed change as people read it. */
export interface DescribedChange {
  readonly state: ChangeState;
  readonly handle: string;
  readonly offer?: string;
  /** What the version in force says: a status, or a number. Absent: it does not have that any more. */
  readonly catalogue_value?: string | number;
  /** `Offer lakeshore-nursing is paused until 2026-11-21 18:00:00 UTC.` */
  readonly sentence: string;
}

/** What a document says of the field of a change. Undefined: it does not have it, or has retired its entry. */
export function valueIn(document: CatalogueDocument, field: ChangedField): string | number | undefined {
  return field.what === 'limit' ? capIn(document, field)?.limit : entryIn(document, field)?.status;
}

/** The cap whose limit a change sets. */
export function capIn(
  document: CatalogueDocument,
  field: Extract<ChangedField, { what: 'limit' }>,
): CapEntry | undefined {
  const { entry_id, offer_id, window, program } = field;
  const entry = entryIn(document, field);
  const lines = document.campaigns.find(({ id }) => id === entry_id)?.offers;
  const line = offer_id === undefined ? entry : entry && lines?.find((one) => one.offer_id === offer_id);
  return line?.caps.find((cap) => isCap(cap, { window, program }));
}

/** Whether a cap's range has this limit. Without a range it has none. */
export const isAllowed = (range: CapEntry['limit_range'], limit: number): boolean =>
  range !== undefined && range[0] <= limit && limit <= range[1];

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
  const state = isGone || !isToCome(change, now) ? 'over' : isInForce(change, now) ? 'in_force' : 'to_come';
  const names = namesOf(document);
  return {
    state,
    handle: names(change.entry_id),
    ...(change.offer_id === undefined ? {} : { offer: names(change.offer_id) }),
    ...(isGone ? {} : { catalogue_value }),
    sentence: `${sentenceOf(change, names, state, catalogue_value)}${isGone && !change.ended ? ': it is in the catalogue no more' : ''}.`,
  };
}

const VERBS = {
  pause: { in_force: 'is paused', to_come: 'will be paused', over: 'was paused' },
  limit: { in_force: 'has', to_come: 'will have', over: 'had' },
} as const;

function sentenceOf(
  change: TimedChange,
  names: Names,
  state: ChangeState,
  instead: string | number | undefined,
): string {
  const { from, until, ended } = change;
  const begins = state === 'in_force' ? '' : ` from ${timeText(from)}`;
  const other = change.what === 'pause' || instead === undefined ? '' : ` instead of ${instead}`;
  const end = ended ? `${timeText(ended.at)}, when ${ended.by} ended it` : timeText(until);
  return capitalized(
    `${ownerOf(change, names)} ${VERBS[change.what][state]}${valueOf(change)}${other}${begins} until ${end}`,
  );
}

/** `campaign northwind-edu, offer lakeshore-nursing`. */
export const ownerOf = ({ kind, entry_id, offer_id }: ChangedField, names: Names): string =>
  `${kind} ${names(entry_id)}${offer_id === undefined ? '' : `, offer ${names(offer_id)}`}`;

function valueOf(change: ChangedField): string {
  if (change.what === 'pause') return '';
  const { value, window, program } = change;
  const of = program === undefined ? '' : ` of program ${program}`;
  return ` a limit of ${value} ${window === 'total' ? 'in total' : `a ${window}`}${of}`;
}

/** To the second, in UTC, like `formatTime`. */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A timed change as the operator API shows it. */
export function changeView(change: TimedChange, document: CatalogueDocument, now: Date) {
  const { id, what, kind, from, until, at, by, why, ended } = change;
  const { state, handle, offer, catalogue_value, sentence } = describeChange(change, document, now);
  const limited = change.what === 'limit' ? change : undefined;
  return {
    ...{ id, what, kind, handle, offer: offer ?? null },
    ...{ window: limited?.window ?? null, program: limited?.program ?? null, value: limited?.value ?? null },
    ...{ catalogue_value: catalogue_value ?? null, from, until, state, at, by, why: why ?? null },
    ended: ended ? { ...ended, why: ended.why ?? null } : null,
    sentence,
  };
}
