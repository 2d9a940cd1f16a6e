import { listBuyers, listOffers } from '../../app/traffic/read-offers.js';
import { readAffiliate } from '../../app/traffic/read-affiliate.js';
import { readBuyer, readOffer } from '../../app/traffic/read-one.js';
import type { TimedChange } from '../../core/timed-changes/timed-change.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import type { Offer } from '../../core/catalogue/types.js';
import { capsOwnedBy } from '../../core/traffic/cap-view.js';
import { MAX_SERIES_MS } from '../../core/traffic/bins.js';
import { invalidField, malformed } from '../../http/faults.js';
import { noSuch } from '../faults.js';
import { entryId } from '../parameters/entry-id.js';
import { inPath, moment, optional, text, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { changesNow } from './timed-changes.js';

const DAY_MS = 86_400_000;

export const ONE_PARAMETERS = {
  handle: inPath(text('lakeshore'), 'Handle or id'),
  from: optional(moment, 'The series begins here; by default a day before `to`'),
  to: optional(moment, 'The series ends here, at most 92 days later; by default now'),
};
export const DAYS_PARAMETERS = {
  days: optional(whole(1, 14), 'How many days up to now are counted; by default 7'),
};
export const CAP_PARAMETERS = {
  offer: optional(text('lakeshore-nursing'), 'Handle: only caps of this offer and of its campaign offers'),
  buyer: optional(text('lakeshore'), 'Handle: only caps of this buyer'),
  campaign: optional(text('northwind-edu'), 'Handle: only caps of this campaign and of its offers in it'),
};

export async function offers({ traffic }: OperatorPorts) {
  const { rows, ...rest } = await listOffers(traffic);
  return { ...rest, offers: rows };
}

export async function partners({ traffic }: OperatorPorts) {
  const { rows, ...rest } = await listOffers(traffic, 'partner');
  return { ...rest, partners: rows };
}

export async function buyers({ traffic }: OperatorPorts) {
  const { rows, ...rest } = await listBuyers(traffic);
  return { ...rest, buyers: rows };
}

type OneCall = OperatorCall<ValuesOf<typeof ONE_PARAMETERS>>;

const offerOf =
  (what: string, kind?: Offer['kind']) =>
  async (ports: OperatorPorts, { values, now }: OneCall) => {
    const times = timesOf(values, now);
    const found = await counted(() => readOffer(ports.traffic, values.handle, times, kind));
    if (!found) throw noSuch(`${what} with this handle or id`, 'handle');
    const sellsBy = [found.id, found.buyer.id, ...found.campaigns.map(({ id }) => id)];
    const of = ({ entry_id, offer_id = found.id }: TimedChange) =>
      offer_id === found.id && sellsBy.includes(entry_id);
    return { ...found, timed_changes: await changesNow(ports, of) };
  };
export const offer = offerOf('offer');
export const partner = offerOf('partner', 'partner');

export async function buyer(ports: OperatorPorts, { values, now }: OneCall) {
  const times = timesOf(values, now);
  const found = await counted(() => readBuyer(ports.traffic, values.handle, times));
  if (!found) throw noSuch('buyer with this handle or id', 'handle');
  const sellsBy = [found.id, ...found.offers.map(({ id }) => id)];
  return {
    ...found,
    timed_changes: await changesNow(ports, ({ entry_id, offer_id = entry_id }) =>
      [entry_id, offer_id].some((id) => sellsBy.includes(id)),
    ),
  };
}

function timesOf({ from: begin, to }: OneCall['values'], now: Date) {
  const end = to ?? now;
  const from = begin ?? new Date(end.getTime() - DAY_MS);
  if (from >= end) throw invalidField('from', 'before to');
  if (end.getTime() - from.getTime() > MAX_SERIES_MS) throw invalidField('from', 'at most 92 days before to');
  return { from, ...(to && { to }) };
}

/** Too much of a time that the caller chose may be uncounted yet to add it up now. */
async function counted<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ReportRefused ? malformed(error.message) : error;
  }
}

type DaysCall = OperatorCall<ValuesOf<typeof DAYS_PARAMETERS>>;
const DEFAULT_DAYS = 7;

export async function affiliates({ sent: sentIn }: OperatorPorts, { values }: DaysCall) {
  const { value, as_of } = await sentIn(values.days ?? DEFAULT_DAYS);
  const { campaigns: _, ...sent } = value;
  return { as_of, ...sent };
}

export async function affiliate(ports: OperatorPorts, { values, now }: OneCall) {
  const times = timesOf(values, now);
  const found = await counted(() => readAffiliate(ports.traffic, values.handle, times));
  if (!found) throw noSuch('affiliate with this handle or id', 'handle');
  const own = found.campaigns.map(({ id }) => id);
  return { ...found, timed_changes: await changesNow(ports, ({ entry_id }) => own.includes(entry_id)) };
}

export async function campaigns({ sent: sentIn }: OperatorPorts, { values }: DaysCall) {
  const { value, as_of } = await sentIn(values.days ?? DEFAULT_DAYS);
  const { affiliates: _, ...sent } = value;
  return { as_of, ...sent };
}

export async function caps(
  { traffic: { traffic }, catalogue }: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof CAP_PARAMETERS>>,
) {
  const { value, as_of } = await traffic.caps();
  for (const [kind, handle] of Object.entries(values))
    entryId(catalogue.current(), kind as keyof typeof values, handle);
  const wanted = Object.entries(values).map(([kind, handle]) => `${kind} ${handle}`);
  const found = wanted.reduce((left, owner) => capsOwnedBy(left, owner), [...value.caps]);
  return { as_of, ledger: value.ledger, caps: found };
}
