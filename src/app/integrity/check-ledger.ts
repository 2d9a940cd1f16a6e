import { setTimeout as pause } from 'node:timers/promises';
import { capsOfCatalogue, parseReservationId } from '../../core/caps/cap-buckets.js';
import { capNames } from '../../core/caps/name-caps.js';
import { windowOf, windowStart } from '../../core/caps/windows.js';
import { EMPTY_CATALOGUE } from '../../core/catalogue/types.js';
import { createBucketFinder, takingOf } from '../../core/invariants/cap-kept.js';
import type { Violation } from '../../core/invariants/invariant.js';
import {
  countInto,
  ledgerAgrees,
  ledgerFaults,
  noLeads,
  type LeadsOfBucket,
} from '../../core/invariants/ledger-agrees.js';
import { bucketId } from '../../core/invariants/violations-of.js';
import { type Circumstances, worldOf } from './confirm.js';
import { emptyBucket } from '../../core/invariants/records.js';
import type { LedgerReader, LedgerSnapshot, RecordReader } from './ports.js';

/** A rebuild of a million leads takes less time. */
const REBUILT_WITHIN_MS = 30_000;
const MEMBERS_BATCH = 1_000;

export interface LedgerCheck {
  readonly violations: readonly Violation[];
  /** The number of open cap buckets that were compared. Null: the ledger is out of service. */
  readonly places: number | null;
}

interface Parts {
  readonly reader: RecordReader;
  readonly ledger: LedgerReader;
  readonly about: Circumstances;
}

/** What is wrong in one look, by cap bucket and the key of the fault. */
type Faults = ReadonlyMap<string, Violation>;

interface Look {
  readonly faults: Faults;
  readonly places: number;
}

/**
 * Compares every open cap bucket of the ledger with the leads. Reservations move while the leads are read. So the
 * leads must differ from the ledger as it was before the reading and as it is after it, and again on a second look:
 * each time in the same way. A sound ledger may count too little before, and too much after it, and each look meets
 * other leads that are under way.
 */
export async function checkLedger(parts: Parts): Promise<LedgerCheck> {
  const first = await compare(parts);
  if (first === null) return { violations: [], places: null };
  if (first.faults.size === 0) return { violations: [], places: first.places };
  await parts.about.beforeSecondLook();
  const second = await compare(parts);
  if (second === null) return { violations: [], places: null };
  return { violations: [...inBoth(first.faults, second.faults).values()], places: second.places };
}

/** Compares once. Null also if the ledger was rebuilt in each try while the leads were read. */
async function compare(parts: Parts, tries = 3): Promise<Look | null> {
  const before = await inService(parts);
  if (before === null) return null;
  const leads = await leadsOfBuckets(parts, before);
  const after = await parts.ledger.read();
  if (after?.token !== before.token) return tries > 1 ? compare(parts, tries - 1) : null;
  const was = await evaluateBuckets(parts, before, leads);
  const is = await evaluateBuckets(parts, after, leads);
  return { faults: inBoth(was, is), places: leads.size };
}

const inBoth = (was: Faults, is: Faults): Faults => new Map([...is].filter(([key]) => was.has(key)));

async function inService({ ledger }: Parts): Promise<LedgerSnapshot | null> {
  const end = performance.now() + REBUILT_WITHIN_MS;
  for (;;) {
    const found = await ledger.read();
    if (found !== null || performance.now() > end || !(await ledger.isRebuilding())) return found;
    await pause(200);
  }
}

/** What the stored leads require of each cap bucket that is open now or later and that the ledger counts. */
async function leadsOfBuckets(
  { reader, about }: Parts,
  ledger: LedgerSnapshot,
): Promise<Map<string, LeadsOfBucket>> {
  const now = about.clock();
  const catalogue = about.history.current();
  const all = new Map<string, LeadsOfBucket>();
  if (!catalogue) return all;
  const caps = capsOfCatalogue(catalogue);
  const current = new Set(caps.map(({ id }) => id));
  const reserved = new Map([...ledger.places].map(([name, { members }]) => [name, new Set(members)]));
  const placesOf = createBucketFinder(about.history);
  // Start at the earliest moment that lies in an open window. A total cap has no start.
  const starts = caps.map((cap) => windowStart(cap, now)?.getTime() ?? 0);
  const since = new Date(Math.min(now.getTime(), ...starts));
  for await (const lead of reader.countedLeads(since)) {
    if (!takingOf(lead, now)) continue;
    for (const bucket of placesOf(lead)) {
      const { cap, window, resets_at } = bucket;
      if (!current.has(cap.id) || !ledger.caps.has(cap.id) || (resets_at && resets_at <= now)) continue;
      const name = bucketId({ cap_id: cap.id, window });
      const found = all.get(name) ?? noLeads();
      countInto(found, lead, bucket, reserved.get(name) ?? new Set());
      all.set(name, found);
    }
  }
  return all;
}

async function evaluateBuckets(
  { reader, about }: Parts,
  ledger: LedgerSnapshot,
  leads: ReadonlyMap<string, LeadsOfBucket>,
): Promise<Faults> {
  const members = [...ledger.places.values()].flatMap((place) => place.members);
  const ids = [
    ...new Set(members.flatMap((reservationId) => parseReservationId(reservationId)?.lead_id ?? [])),
  ];
  const found = [];
  for (let i = 0; i < ids.length; i += MEMBERS_BATCH)
    found.push(...(await reader.leadsById(ids.slice(i, i + MEMBERS_BATCH))));
  const world = worldOf(about, { leads: found });
  const faults = new Map<string, Violation>();
  const nameOf = capNames(about.history.current() ?? EMPTY_CATALOGUE);
  for (const id of openBuckets(ledger, leads, about)) {
    const colon = id.indexOf(':');
    const place = ledger.places.get(id) ?? emptyBucket(id.slice(0, colon), id.slice(colon + 1));
    const cap = nameOf(place.cap_id);
    for (const { key, detail } of ledgerFaults({ ledger: place, leads: leads.get(id) ?? noLeads() }, world)) {
      const violation = {
        invariant: ledgerAgrees.name,
        kind: 'place',
        id,
        detail: `${cap}: ${detail}`,
      } as const;
      faults.set(`${id} ${key}`, violation);
    }
  }
  return faults;
}

/** The cap buckets that leads have, and the open buckets of the ledger whose cap is in the current catalogue. */
function openBuckets(
  { places, caps }: LedgerSnapshot,
  leads: ReadonlyMap<string, LeadsOfBucket>,
  { history, clock }: Circumstances,
): string[] {
  const now = clock();
  const current = new Map(
    capsOfCatalogue(history.current() ?? EMPTY_CATALOGUE).map((cap) => [cap.id, windowOf(cap, now).window]),
  );
  // The window names of one cap sort in time order. Their offset distinguishes an hour that is repeated in autumn.
  const open = [...places.values()].filter(({ cap_id, window }) => {
    const present = current.get(cap_id);
    // Ignore what remains of a cap that the ledger no longer counts. Nothing reads it.
    if (present === undefined || !caps.has(cap_id)) return false;
    return window === present || window.slice(0, 13) > present.slice(0, 13);
  });
  return [...new Set([...leads.keys(), ...open.map(bucketId)])];
}
