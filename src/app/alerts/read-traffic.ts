import { DateTime } from 'luxon';
import { EXCHANGE, type Subject } from '../../core/alerts/finding.js';
import type { Traffic, TrafficReading } from '../../core/alerts/readings.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { QUARTER_MS } from '../../core/quarters.js';
import { QUARTER_CUBES } from '../../core/reports/cubes.js';
import type { Fact } from '../../core/reports/fact.js';
import { unpackFacts } from '../../core/reports/pack-facts.js';
import { quarterId } from '../../core/reports/rollup-ids.js';
import type { Progress, RollupStore } from '../ports/rollup-store.js';

const WEEKS = [1, 2, 3, 4];

/** Older counts say nothing of now: the sweeper, which counts, has an alert of its own. */
const TOO_OLD_MS = 2 * 3_600_000;

const AFFILIATE = QUARTER_CUBES.facts.indexOf('affiliate');
const OFFER = QUARTER_CUBES.facts.indexOf('offer');

type Sums = Map<string, Traffic>;

/**
 * The newest hours that the reports count (they are 20 to 36 minutes behind), and the same hours by the clock of the
 * accounting zone in the weeks before, as far as these are counted. Undefined: nothing recent is counted.
 */
export async function readTraffic(
  rollups: Pick<RollupStore, 'between'>,
  progress: Progress | null,
  { catalogue, comparedMs, now }: { catalogue: Catalogue; comparedMs: number; now: Date },
): Promise<TrafficReading | undefined> {
  if (!progress || now.getTime() - progress.to.getTime() > TOO_OLD_MS) return undefined;
  const { to } = progress;
  const from = new Date(to.getTime() - comparedMs);
  const counted = async (end: Date): Promise<Sums> => {
    const first = quarterId(new Date(end.getTime() - comparedMs));
    const last = quarterId(new Date(end.getTime() - QUARTER_MS));
    return sumsOf(await rollups.between(first, last, ['facts']));
  };
  const ends = WEEKS.map((back) =>
    DateTime.fromJSDate(to, { zone: catalogue.books.time_zone }).minus({ weeks: back }).toJSDate(),
  ).filter((end) => end.getTime() - comparedMs >= progress.floor.getTime());
  const recent = await counted(to);
  const weeks: Sums[] = [];
  // One after the other: each may hold many counts.
  for (const end of ends) weeks.push(await counted(end));
  const of = (subject: Subject) => ({
    subject,
    recent: recent.get(subject.id) ?? NOTHING,
    weeks: weeks.map((week) => week.get(subject.id) ?? NOTHING),
  });
  return { from, to, subjects: subjectsOf(catalogue).map(of) };
}

const NOTHING: Traffic = { seen: 0, accepted: 0, refused: 0, open: 0 };

/** Who is switched off is silent on purpose. */
function subjectsOf({ affiliates, offers }: Catalogue): Subject[] {
  const named = (kind: 'affiliate' | 'offer', { id, handle }: { id: string; handle: string }): Subject => ({
    ...{ kind, id, name: handle },
  });
  return [
    EXCHANGE,
    ...[...affiliates.values()]
      .filter(({ status }) => status === 'active')
      .map((affiliate) => named('affiliate', affiliate)),
    ...[...offers.values()]
      .filter(({ status, buyer }) => status === 'active' && buyer.status === 'active')
      .map((offer) => named('offer', offer)),
  ];
}

function sumsOf(rollups: readonly { readonly cubes: Readonly<Record<string, string>> }[]): Sums {
  const sums: Sums = new Map();
  for (const { cubes } of rollups)
    for (const fact of unpackFacts(cubes['facts'] ?? '[]'))
      for (const id of [EXCHANGE.id, fact.of[AFFILIATE], fact.of[OFFER]])
        if (id != null) sums.set(id, plus(sums.get(id) ?? NOTHING, fact));
  return sums;
}

function plus(sum: Traffic, { counts: { sums } }: Fact): Traffic {
  const { searches = 0, submits = 0, accepted = 0, pending = 0, unknown = 0 } = sums;
  const open = pending + unknown;
  return {
    seen: sum.seen + searches + submits,
    accepted: sum.accepted + accepted,
    refused: sum.refused + submits - accepted - open,
    open: sum.open + open,
  };
}
