import { PROXY } from '../../delivery/http-result.js';
import { counted, type Subject } from '../finding.js';
import type { BrokenDestination } from '../readings.js';
import { ageMs, rule } from '../rule.js';

const KEPT_CALLS_MS = 3_600_000;

/** Whether nothing is sold while such an address is left alone. */
const stops = (what: BrokenDestination['what'], step: BrokenDestination['step']): boolean =>
  step ? step.when_away !== 'pass' : what === 'delivery';

export const breakerOpen = rule({
  name: 'breaker_open',
  needs: 'destinations',
  lasts: ({ breaker_open_ms }) => breaker_open_ms,
  find: (broken, { at, thresholds }) =>
    broken.map(({ owner, id, handle, what, step, failing_since, at_proxy }) => {
      const since = failing_since ?? new Date(at.getTime() - KEPT_CALLS_MS);
      return {
        severity: stops(what, step) ? ('urgent' as const) : ('soon' as const),
        subject: { kind: owner, id: [id, what, ...(step ? [step.name] : [])].join(':'), name: handle },
        since,
        count: 1,
        sentence: `Requests to ${handle} (${step ? `${what} ${step.name}` : what}) fail${at_proxy ? ` at ${PROXY}` : ''}, and its circuit breaker is open.`,
        value: ageMs(since, at),
        threshold: thresholds.breaker_open_ms,
        unit: 'ms' as const,
      };
    }),
});

export const unknownLeads = rule({
  name: 'unknown_leads',
  needs: 'leads',
  find: ({ unknown }, { at, thresholds: { unknown_age_ms } }) =>
    unknown.map(({ buyer_id, handle, name, offers }) => {
      const since = offers.map(({ oldest }) => oldest).reduce((a, b) => (a < b ? a : b), at);
      const count = offers.reduce((sum, offer) => sum + offer.count, 0);
      const each = offers.map((offer) => `${offer.count.toLocaleString('en-US')} ${offer.name}`).join(', ');
      return {
        severity: 'urgent' as const,
        subject: { kind: 'buyer', id: buyer_id, name: handle } satisfies Subject,
        ...{ since, count },
        sentence: `${counted(count, 'lead')} at ${name} ${count === 1 ? 'has' : 'have'} an unknown outcome (${each}): ask the buyer, then settle ${count === 1 ? 'it' : 'them'}.`,
        value: ageMs(since, at),
        threshold: unknown_age_ms,
        unit: 'ms' as const,
      };
    }),
});

export const partnerFaults = rule({
  name: 'partner_faults',
  needs: 'counts',
  find: ({ partner_faults }, { thresholds }) =>
    partner_faults
      .filter(({ faults }) => faults >= thresholds.partner_faults)
      .map(({ offer, faults }) => ({
        severity: 'soon' as const,
        subject: { kind: 'offer', id: offer, name: offer } satisfies Subject,
        count: faults,
        sentence: `The answers of ${offer} to searches had ${counted(faults, 'fault')} in the last two hours; the timeline of a search names each.`,
        value: faults,
        threshold: thresholds.partner_faults,
        unit: 'count' as const,
      })),
});

export const secretMissing = rule({
  name: 'secret_missing',
  needs: 'processes',
  find(processes) {
    const lacking = new Map<string, { offers: Set<string>; processes: Set<string> }>();
    for (const { name: process, missing_secrets } of processes)
      for (const { name, offers } of missing_secrets) {
        const known = lacking.get(name) ?? { offers: new Set(), processes: new Set() };
        for (const offer of offers) known.offers.add(offer);
        known.processes.add(process);
        lacking.set(name, known);
      }
    return [...lacking].map(([name, { offers, processes: where }]) => ({
      severity: 'urgent' as const,
      subject: { kind: 'secret', id: name, name } satisfies Subject,
      count: offers.size,
      sentence: `The secret ${name} is not set in ${[...where].sort().join(', ')}; needed by ${[...offers].sort().join(', ')}.`,
      value: offers.size,
      threshold: 1,
      unit: 'count' as const,
    }));
  },
});
