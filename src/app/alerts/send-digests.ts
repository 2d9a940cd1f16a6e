import { messageTo } from '../../core/alerts/channel-alert.js';
import { digestAlert, digestDays, digestDue, type DayFigures } from '../../core/alerts/digest.js';
import { alertSettingsOf } from '../../core/alerts/settings.js';
import { booksOf } from '../../core/catalogue/books.js';
import { describeChange } from '../../core/timed-changes/describe.js';
import type { AlertStore } from '../ports/alert-store.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { Outbox } from '../ports/outbox.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';
import { report, type ReportPorts } from '../reports/report.js';

export interface DigestPorts {
  readonly alerts: Pick<AlertStore, 'open'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly catalogue: CatalogueSource;
  readonly versions: Pick<CatalogueStore, 'current'>;
  readonly timedChanges: Pick<TimedChangeStore, 'toCome'>;
  readonly reporting: ReportPorts;
}

/**
 * Puts the digests that are due into the outbox. A digest has the id of its channel and day, so that it is stored once,
 * whoever puts it there and however often. `sent`: what this process knows to be there.
 */
export async function sendDigests(ports: DigestPorts, sent: Map<string, string>, now: Date): Promise<void> {
  const current = ports.catalogue.current();
  const { time_zone: zone } = current.books;
  const due = alertSettingsOf(current).channels.flatMap(({ name, digest }) => {
    const day = digest && digestDue(digest, zone, now);
    return day === undefined || sent.get(name) === day ? [] : [{ name, day }];
  });
  if (due.length === 0) return;
  const content = digestAlert(await factsOf(ports, zone, now), now);
  await ports.outbox.add(
    due.map(({ name, day }) => messageTo(name, `digest|${day}`, content, now)),
    now,
  );
  for (const { name, day } of due) sent.set(name, day);
}

async function factsOf({ alerts, versions, timedChanges, reporting }: DigestPorts, zone: string, now: Date) {
  const [day, weekBefore] = digestDays(zone, now);
  const figuresOf = async (one: string): Promise<DayFigures> => {
    const { total } = await report(reporting, { from: one, to: one, by: [], only: [] });
    const { accepted, revenue_cents, margin_cents } = total;
    return { accepted, revenue_cents, margin_cents };
  };
  const [figures, before, open, changes, version] = await Promise.all([
    ...([figuresOf(day), figuresOf(weekBefore), alerts.open()] as const),
    ...([timedChanges.toCome(now), versions.current()] as const),
  ]);
  const document = version?.document;
  return {
    ...{ day, figures, before, currency: booksOf(document ?? {}).currency },
    firing: open.filter(({ state }) => state === 'firing'),
    changes: document ? changes.map((change) => describeChange(change, document, now).sentence) : [],
  };
}
