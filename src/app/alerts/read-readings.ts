import type { BrokenDestination, Readings, Sources, UnknownLeads } from '../../core/alerts/readings.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { isOutage } from '../outage.js';
import type { AlertSources, HourlyCounts, ProcessBoard, UnknownAtBuyer } from '../ports/alert-sources.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import { alertSettingsOf, thresholdsOf } from '../../core/alerts/settings.js';
import { watchedDestinations } from '../../core/alerts/watched-destinations.js';
import { channelOfLane } from '../../core/alerts/channel-alert.js';
import { togetherOf } from '../../core/backlog.js';
import type { AnswerDaysReader } from '../traffic/answer-days.js';
import type { Outbox } from '../ports/outbox.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { StageStore } from '../ports/stage-store.js';
import type { NoticeStore } from '../ports/notice-store.js';
import type { QueueDepths } from '../ports/queues.js';
import type { WorkLog } from '../ports/work-ports.js';
import { capsInForce } from '../../core/caps/caps-in-force.js';
import { readApplies, type AppliesReader } from './read-applies.js';

export interface ReadingPorts {
  readonly catalogue: CatalogueSource;
  readonly sources: AlertSources;
  readonly overview: Pick<LeadOverview, 'backlog' | 'pendingEffects' | 'oldestDue' | 'requestsDue'>;
  readonly queues: QueueDepths;
  readonly traffic: () => Promise<Sources['traffic'] | undefined>;
  readonly board: Pick<ProcessBoard, 'list'>;
  readonly hourly: Pick<HourlyCounts, 'sums'>;
  readonly audit: AppliesReader;
  readonly outbox: Pick<Outbox, 'counts'>;
  readonly answers: AnswerDaysReader;
  readonly endpoints: () => Promise<Sources['endpoints']>;
  readonly notices: Pick<NoticeStore, 'waitingForHand'>;
  readonly stages: Pick<StageStore, 'afterReturn'>;
  readonly log: Pick<WorkLog, 'error'>;
}

const DAY_MS = 86_400_000;
const HOURS_OF_DAY = 23;

type Readers = { readonly [Source in keyof Sources]: () => Promise<Sources[Source] | undefined> };

/** Reads everything that the rules look at. A source that is away leaves its part out. */
export async function readReadings(ports: ReadingPorts, at: Date): Promise<Readings> {
  const { queues, board, log } = ports;
  const away = new Set<string>();
  const readers: Readers = {
    destinations: () => readDestinations(ports),
    leads: () => readLeads(ports, at),
    caps: () => readCaps(ports, at),
    ledger: () => ports.sources.ledgerState(capsInForce(ports.catalogue.current()).map(({ cap }) => cap)),
    queues: async () =>
      Object.entries(await queues.depth()).map(([queue, { waiting, oldest }]) => ({
        ...{ queue, waiting, oldest: oldest ?? null },
      })),
    traffic: () => ports.traffic(),
    processes: () => board.list(at),
    counts: () => readCounts(ports, at),
    applies: () => readApplies(ports.audit, new Date(at.getTime() - DAY_MS)),
    channels: () => readChannels(ports, at),
    answers: () => ports.answers(),
    endpoints: () => ports.endpoints(),
    locked: () => ports.sources.lockedLeads(at),
    by_hand: () => ports.notices.waitingForHand(),
    after_return: () => readAfterReturn(ports, at),
    requests: () =>
      ports.overview.requestsDue(
        new Date(at.getTime() + thresholdsOf(ports.catalogue.current()).return_reminder_ms),
      ),
  };
  const parts = Object.entries(readers).map(async ([source, read]) => {
    try {
      return [source, await read()] as const;
    } catch (error) {
      if (isOutage(error)) away.add(error.service);
      else log.error({ err: error, source }, 'a reading for the alerts failed');
      return [source, undefined] as const;
    }
  });
  const found = (await Promise.all(parts)).filter(([, reading]) => reading !== undefined);
  return { ...(Object.fromEntries(found) as Partial<Sources>), at, away: [...away].sort() };
}

const AFTER_RETURN_MS = 30 * DAY_MS;

async function readAfterReturn(
  { stages, catalogue }: ReadingPorts,
  at: Date,
): Promise<Sources['after_return']> {
  const { buyers } = catalogue.current();
  const counts = await stages.afterReturn(new Date(at.getTime() - AFTER_RETURN_MS));
  return [...counts].map(([buyer_id, count]) => {
    const { handle = buyer_id, name = handle } = buyers.get(buyer_id) ?? {};
    return { buyer_id, handle, name, stages: count };
  });
}

async function readDestinations({ sources, catalogue }: ReadingPorts): Promise<BrokenDestination[]> {
  const broken = await sources.brokenGates();
  const watched = watchedDestinations(catalogue.current());
  return broken.flatMap(({ destination, ...rest }) => {
    const known = watched.get(destination);
    return known ? [{ ...known, ...rest }] : [];
  });
}

async function readLeads(
  { overview, sources, catalogue }: ReadingPorts,
  at: Date,
): Promise<Sources['leads']> {
  const current = catalogue.current();
  const { unknown_age_ms } = thresholdsOf(current);
  const [unknown, { count: undecided }, effects, oldest_due] = await Promise.all([
    sources.unknownLeads(new Date(at.getTime() - unknown_age_ms)),
    overview.backlog('undecided'),
    overview.pendingEffects(),
    overview.oldestDue(at),
  ]);
  return { unknown: byBuyer(unknown, current), undecided, effects: togetherOf(effects.values()), oldest_due };
}

type Counted = Pick<UnknownAtBuyer, 'count' | 'oldest'>;

function byBuyer(leads: readonly UnknownAtBuyer[], { offers, buyers }: Catalogue): UnknownLeads[] {
  const found = new Map<string, Omit<UnknownLeads, 'offers'> & { offers: Map<string, Counted> }>();
  for (const { offer_id, buyer_id, count, oldest } of leads) {
    const { name = offer_id } = offers.get(offer_id) ?? {};
    const { handle = buyer_id, name: buyer = 'a buyer' } = buyers.get(buyer_id) ?? {};
    const of = found.get(buyer_id) ?? {
      ...{ buyer_id, handle, name: buyer },
      offers: new Map<string, Counted>(),
    };
    found.set(buyer_id, of);
    // Two offers may have one name. What comes first has the oldest lead.
    const known = of.offers.get(name);
    of.offers.set(name, { count: (known?.count ?? 0) + count, oldest: known?.oldest ?? oldest });
  }
  return [...found.values()].map((buyer) => ({
    ...buyer,
    offers: [...buyer.offers].map(([name, backlog]) => ({ name, ...backlog })),
  }));
}

async function readCaps({ sources, catalogue }: ReadingPorts, at: Date): Promise<Sources['caps']> {
  const named = capsInForce(catalogue.current());
  const names = new Map(named.map(({ cap, ...names }) => [cap.id, names]));
  const uses = await sources.capUses(
    named.map(({ cap }) => cap),
    at,
  );
  const open = new Set<string>();
  // The first use of a cap is that of its open window. Leads that wait for a later one fill nothing yet.
  return uses.flatMap(({ cap, reserved, confirmed, resets_at }) => {
    if (open.has(cap.id)) return [];
    open.add(cap.id);
    const { name = cap.id, label = `cap of ${name}` } = names.get(cap.id) ?? {};
    return { cap, name, label, reserved, confirmed, resets_at };
  });
}

async function readCounts({ hourly }: ReadingPorts, at: Date): Promise<Sources['counts']> {
  const [faults, asked, likely] = await Promise.all([
    hourly.sums('partner-faults', 1, at),
    hourly.sums('dupe-checks', HOURS_OF_DAY, at),
    hourly.sums('dupe-checks-likely', HOURS_OF_DAY, at),
  ]);
  return {
    partner_faults: [...faults].map(([offer, count]) => ({ offer, faults: count })),
    dupe_checks: [...asked].map(([affiliate, count]) => ({
      ...{ affiliate, asked: count, likely: likely.get(affiliate) ?? 0 },
    })),
  };
}

/** A channel that left the catalogue is nobody's concern. */
async function readChannels({ outbox, catalogue }: ReadingPorts, at: Date): Promise<Sources['channels']> {
  const { channels } = alertSettingsOf(catalogue.current());
  const names = new Set(channels.map(({ name }) => name));
  const counts = await outbox.counts(new Date(at.getTime() - DAY_MS));
  return counts
    .map(({ lane, ...count }) => ({ channel: channelOfLane(lane), ...count }))
    .filter(({ channel }) => names.has(channel));
}
