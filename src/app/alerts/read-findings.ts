import { applyRules, type Findings, type Sightings } from '../../core/alerts/apply-rules.js';
import type { TrafficReading } from '../../core/alerts/readings.js';
import { thresholdsOf } from '../../core/alerts/settings.js';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../../core/alerts/thresholds.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { createSharedRead } from '../now/shared-read.js';
import { isOutage } from '../outage.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { RollupStore } from '../ports/rollup-store.js';
import { readReadings, type ReadingPorts } from './read-readings.js';
import { readTraffic } from './read-traffic.js';

export interface FindingsPorts extends Omit<ReadingPorts, 'traffic'> {
  readonly rollups: Pick<RollupStore, 'between' | 'progress'>;
  readonly clock: () => Date;
}

/** What needs somebody now. */
export interface FindingsReader {
  /** At most `KEPT_MS` old, and one reading for all who ask meanwhile. It throws nothing: what is away is named in it. */
  read(): Promise<Findings>;
}

const KEPT_MS = 4_000;

/** What this process saw is remembered for so long. Later, what it saw may have ended and begun again meanwhile. */
const SEEN_MS = 120_000;

interface Seen {
  readonly sightings: Sightings;
  /** Whether sightings of others are among them. */
  readonly isJoined: boolean;
}

/**
 * Remembers when things were first seen. `known` are sightings of earlier processes and of others, from which this one
 * goes on: a trouble did not begin anew because a process did.
 */
export function createFindingsReader(
  ports: FindingsPorts,
  known: () => Promise<Sightings> = () => Promise.resolve(new Map()),
): FindingsReader {
  const traffic = createTrafficReader(ports.rollups);
  let seen: (Seen & { readonly at: number }) | undefined;

  async function goesOnFrom(now: Date): Promise<Seen> {
    const fresh = seen !== undefined && now.getTime() - seen.at <= SEEN_MS ? seen : undefined;
    if (fresh?.isJoined) return fresh;
    const own = fresh?.sightings ?? new Map<string, Date>();
    try {
      return { sightings: new Map([...own, ...(await known())]), isJoined: true };
    } catch (error) {
      // The rules say that it is away. The next look asks again.
      if (!isOutage(error)) throw error;
      return { sightings: own, isJoined: false };
    }
  }

  async function look(now: Date): Promise<Findings> {
    const { catalogue } = ports;
    const thresholds = thresholdsNow(catalogue);
    const readings = await readReadings(
      { ...ports, traffic: () => traffic(catalogue.current(), thresholds.compared_ms, now) },
      now,
    );
    const { sightings, isJoined } = await goesOnFrom(now);
    const findings = applyRules(readings, thresholds, sightings);
    seen = { at: now.getTime(), sightings: findings.sightings, isJoined };
    return findings;
  }

  const shared = createSharedRead(look, KEPT_MS, ports.clock);
  return { read: async () => (await shared.get()).value };
}

/** Before the catalogue was read for the first time: the defaults. */
function thresholdsNow(catalogue: CatalogueSource): Thresholds {
  try {
    return thresholdsOf(catalogue.current());
  } catch (error) {
    if (!isOutage(error)) throw error;
    return DEFAULT_THRESHOLDS;
  }
}

/** Weeks of counts are read again only when more is counted, four times an hour. */
function createTrafficReader(rollups: Pick<RollupStore, 'between' | 'progress'>) {
  let last: { readonly of: readonly unknown[]; readonly reading: TrafficReading | undefined } | undefined;
  return async (catalogue: Catalogue, comparedMs: number, now: Date): Promise<TrafficReading | undefined> => {
    const progress = await rollups.progress();
    const of = [progress?.to.getTime(), comparedMs, catalogue];
    if (last?.reading === undefined || last.of.some((each, i) => each !== of[i]))
      last = { of, reading: await readTraffic(rollups, progress, { catalogue, comparedMs, now }) };
    return last.reading;
  };
}
