import type { CapEntry, CatalogueDocument } from '../../core/catalogue/document.js';
import type { CapOf } from '../../core/drafts/change-cap.js';
import { asksFourEyes } from '../../core/drafts/four-eyes.js';
import { SWITCHES, switchEntry } from '../../core/catalogue/switch-entry.js';
import { capIn, describeChange, isAllowed, ownerOf, timeText } from '../../core/timed-changes/describe.js';
import { momentInZone } from '../../core/timed-changes/moment-in-zone.js';
import { overlapping, type ChangedField, type TimedChange } from '../../core/timed-changes/timed-change.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { refuseSwitch, type SwitchedEntry } from '../catalogue/switch-one.js';
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
  const entry_id = document[`${kind}s`].find((one) => one.handle === handle)?.id ?? '';
  const field = { what: 'pause', kind, entry_id } as const;
  return { field, ...spanIn(span, zoneOf(document, field), clock()), document };
}

/**
 * Another limit of a cap for a time, not added yet. Throws ActRefused if the catalogue has no such cap, or does not allow this
 * limit and the person may not apply the catalogue; where that takes four eyes, nobody may alone.
 */
export async function limitFor(
  { catalogue, clock }: Omit<TimedChangePorts, 'timedChanges'>,
  { cap, limit, mayApply }: { readonly cap: CapOf; readonly limit: number; readonly mayApply: boolean },
  span: Span,
): Promise<Planned> {
  const document = await currentDocument(catalogue);
  const { kind, handle, offer, window, program } = cap;
  const entry_id = document[`${kind}s`].find((one) => one.handle === handle)?.id ?? '';
  const offer_id = document.offers.find((one) => one.handle === offer)?.id ?? '';
  const field: Extract<ChangedField, { what: 'limit' }> = {
    ...({ what: 'limit', kind, entry_id, window, value: limit } as const),
    ...(offer === undefined ? {} : { offer_id }),
    ...(program === undefined ? {} : { program }),
  };
  const known = capIn(document, field);
  if (!known)
    throw new ActRefused(
      'unknown',
      `The catalogue has no such cap: ${kind} ${handle}${offer === undefined ? '' : `, offer ${offer}`}, ${window}${program === undefined ? '' : ` of program ${program}`}. Add it by a new version`,
    );
  if (known.limit === limit)
    throw new ActRefused('conflict', `Its limit is ${limit} in the catalogue`, 'limit');
  refuseBeyond(known, limit, mayApply, asksFourEyes(document));
  return { field, ...spanIn(span, zoneOf(document, field), clock()), document };
}

function refuseBeyond(
  { limit_range: range }: CapEntry,
  limit: number,
  mayApply: boolean,
  fourEyes: boolean,
): void {
  if (isAllowed(range, limit)) return;
  if (mayApply && !fourEyes) return;
  const allowed = range
    ? `The catalogue allows ${range[0]} to ${range[1]} for a time`
    : 'The catalogue has no limit_range for this cap';
  const instead = fourEyes
    ? 'and asks for four eyes beyond it: draft a new version'
    : 'so only somebody who may apply the catalogue sets another limit';
  throw new ActRefused('conflict', `${allowed}, ${instead}`, 'limit');
}

/** A change that could be added. */
export interface Planned {
  readonly field: ChangedField;
  readonly from: Date;
  readonly until: Date;
  /** The version that it was planned for. */
  readonly document: CatalogueDocument;
}

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
  const { field, from, until, document } = planned;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const id = (await timedChanges.newest()) + 1;
    await refuseOverlap(ports, planned);
    const change: TimedChange = {
      ...field,
      id,
      from,
      until,
      at: clock(),
      by,
      ...(why === undefined ? {} : { why }),
    };
    const isAdded = await audited(
      audit,
      { action: 'timed_change.add', on: onChange(change, document), why, after: factsOf(change) },
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

const factsOf = ({ what, from, until, ...change }: TimedChange) => ({
  ...{ what, from: from.toISOString(), until: until.toISOString() },
  ...('value' in change ? { value: change.value } : {}),
});
