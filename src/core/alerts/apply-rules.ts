import { findingId, severityRank, type Finding } from './finding.js';
import type { Readings } from './readings.js';
import { hasLasted, type Rule } from './rule.js';
import { capUse } from './rules/cap-rules.js';
import { breakerOpen, partnerFaults, secretMissing, unknownLeads } from './rules/delivery-rules.js';
import { clockWrong } from './rules/clock-wrong.js';
import { channelFails } from './rules/channel-fails.js';
import { serviceAway } from './rules/service-away.js';
import { webhookFails } from './rules/webhook-rules.js';
import { dupeCheckHits } from './rules/dupe-check-hits.js';
import { emergencyApply } from './rules/emergency-apply.js';
import { slowBuyer } from './rules/slow-buyer.js';
import { requestsNearDeadline } from './rules/return-requests.js';
import { acceptRate, affiliateSilent } from './rules/traffic-rules.js';
import { stagesAfterReturn } from './rules/stages-after-return.js';
import { buyersNotNotified } from './rules/buyers-not-notified.js';
import { dataKeyMissing } from './rules/data-key-missing.js';
import { lateEffects, ledgerUnsound, noSweeper, overdueLeads, queueLag } from './rules/work-rules.js';
import type { Thresholds } from './thresholds.js';

/** All rules. A new rule is a row here. */
export const RULES: readonly Rule[] = [
  ...[serviceAway, ledgerUnsound, noSweeper, clockWrong, overdueLeads, queueLag],
  ...[unknownLeads, breakerOpen, secretMissing, emergencyApply],
  ...[slowBuyer, acceptRate, affiliateSilent, capUse, partnerFaults, dupeCheckHits, lateEffects],
  ...[webhookFails, channelFails, dataKeyMissing, buyersNotNotified],
  ...[stagesAfterReturn, requestsNearDeadline],
];

/** When each thing was first seen, by the id of its finding. */
export type Sightings = ReadonlyMap<string, Date>;

export interface Findings {
  readonly at: Date;
  /** The most urgent first, of those the oldest. */
  readonly findings: readonly Finding[];
  /** The rules that could be applied. What the others would find is not known. */
  readonly known: ReadonlySet<string>;
  /** The ids of what the others can say nothing of now. What was found stays as it was. */
  readonly unclear: ReadonlySet<string>;
  /** What was seen, also what does not last long enough yet. For the next time. */
  readonly sightings: Sightings;
}

/** Applies all rules to what was read. `before`: the sightings of the time before. */
export function applyRules(
  readings: Readings,
  thresholds: Thresholds,
  before: Sightings = new Map(),
): Findings {
  const { at } = readings;
  const findings: Finding[] = [];
  const sightings = new Map<string, Date>();
  const known = new Set<string>();
  const unclear = new Set<string>();
  /** If it is still so, it did not begin anew. */
  const keep = (id: string): void => {
    const since = before.get(id);
    if (since) sightings.set(id, since);
  };
  for (const { name, lasts, look } of RULES) {
    const seen = look({ at, thresholds, readings });
    if (seen === undefined) {
      for (const id of before.keys()) if (id.startsWith(`${name}|`)) keep(id);
      continue;
    }
    known.add(name);
    for (const subject of seen.unclear) {
      const id = findingId(name, subject);
      unclear.add(id);
      keep(id);
    }
    for (const each of seen.found) {
      const id = findingId(name, each.subject);
      const first = earlier(each.since, before.get(id)) ?? at;
      // The clock was set back since: what is there has not ended.
      const since = first > at ? at : first;
      sightings.set(id, since);
      if (hasLasted(since, lasts?.(thresholds) ?? 0, at)) findings.push({ ...each, id, rule: name, since });
    }
  }
  return { at, findings: findings.sort(mostUrgentFirst), known, unclear, sightings };
}

/** Trouble that lasts began once, also if what it was first seen by is over: a job that waited, an hour without a lead. */
const earlier = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a && b && b < a ? b : (a ?? b);

const mostUrgentFirst = (a: Finding, b: Finding): number =>
  severityRank(b.severity) - severityRank(a.severity) ||
  a.since.getTime() - b.since.getTime() ||
  (a.id < b.id ? -1 : 1);
