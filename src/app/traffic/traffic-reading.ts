import { capsOfCatalogue } from '../../core/caps/cap-buckets.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { destinationsOf, type GateReading } from '../../core/destination-gate/destination-states.js';
import { dayNamed, dayOf } from '../../core/reports/calendar.js';
import { tabulate } from '../../core/reports/tabulate.js';
import { capViews, type CapView } from '../../core/traffic/cap-view.js';
import { soldRow, type SoldRow } from '../../core/traffic/sold-row.js';
import { createSharedRead, type Read } from '../now/shared-read.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { GateReader } from '../ports/destination-gate-view.js';
import type { LedgerState, LedgerView } from '../ports/ledger-view.js';
import { countUpToNow, type RefusalMemory } from '../reports/count-up-to-now.js';
import type { CountPorts } from '../reports/read-counts.js';
import { createAnswerDaysReader, type AnswerDaysReader } from './answer-days.js';
import { countBins } from './count-bins.js';
import { createSeriesReader, type SeriesReader } from './read-series.js';

const MAX_AGE_MS = 5_000;
const MAX_GROUPS = 10_000;

export interface TrafficPorts extends CountPorts {
  readonly catalogue: CatalogueSource;
  readonly gates: GateReader;
  readonly ledgerView: LedgerView;
}

/** The caps, and what their counts mean. */
export interface CapReading {
  readonly ledger: LedgerState;
  readonly caps: readonly CapView[];
}

/** What became of today's leads, by offer and by buyer. */
export interface SoldToday {
  /** Up to when leads are counted. It is earlier than now if too many are not counted yet. */
  readonly today_to: Date;
  readonly offers: ReadonlyMap<string, SoldRow>;
  readonly buyers: ReadonlyMap<string, SoldRow>;
}

/** Readings that all viewers of a process share, each at most 5 s old. Every call throws on an outage. */
export interface TrafficReading {
  gates(): Promise<Read<GateReading>>;
  caps(): Promise<Read<CapReading>>;
  today(): Promise<Read<SoldToday>>;
  /** At most a quarter of an hour old. */
  answers: AnswerDaysReader;
  /** Read for each viewer. */
  series: SeriesReader;
}

export function createTrafficReading(ports: TrafficPorts): TrafficReading {
  const { catalogue, gates, ledgerView, clock } = ports;
  const shared = <T>(read: (now: Date) => Promise<T>) => {
    const one = createSharedRead(read, MAX_AGE_MS, clock);
    return () => one.get();
  };
  const memory: RefusalMemory = {};
  return {
    gates: shared(async (now) => {
      const ids = destinationIds(catalogue.current());
      const [views, flying] = await Promise.all([gates.destinationGates(ids, now), gates.inFlight(now)]);
      return { views, flying };
    }),
    caps: shared(async (now) => {
      const current = catalogue.current();
      const caps = capsOfCatalogue(current);
      const [uses, ledger] = await Promise.all([ledgerView.capUses(caps, now), ledgerView.ledgerState(caps)]);
      return { ledger, caps: capViews(uses, current, ledger === 'sound') };
    }),
    today: shared((now) => soldToday(ports, memory, now)),
    answers: createAnswerDaysReader(ports),
    series: createSeriesReader(ports),
  };
}

const destinationIds = ({ offers }: Catalogue): string[] =>
  [...offers.values()]
    .filter(({ status }) => status !== 'retired')
    .flatMap((offer) => destinationsOf(offer).map(({ destination }) => destination.id));

async function soldToday(ports: TrafficPorts, memory: RefusalMemory, now: Date): Promise<SoldToday> {
  const { time_zone: zone } = ports.catalogue.current().books;
  const day = dayNamed(dayOf(now, zone), zone);
  const { to, segments } = await countUpToNow(ports, memory, { from: day.from, now }, async (end, reach) => {
    const bins = [{ ...day, to: end }];
    return { to: end, segments: await countBins(ports, { bins, by: ['offer', 'buyer'], reach }) };
  });
  const by = (dimension: 'offer' | 'buyer') =>
    new Map(
      tabulate(segments, { by: [dimension], only: [] }, MAX_GROUPS)?.groups.flatMap(({ of: [id], counts }) =>
        typeof id === 'string' ? [[id, soldRow(counts)] as const] : [],
      ),
    );
  return { today_to: to, offers: by('offer'), buyers: by('buyer') };
}
