import { isDeepStrictEqual } from 'node:util';
import {
  nextRun,
  remembered,
  RUNS_REMEMBERED,
  termsForgottenBefore,
} from '../../../src/core/search/earlier-runs.js';
import { slotRefusal } from '../../../src/core/checks/exclusivity.js';
import type { PartnerOutcome, SearchStore } from '../../../src/app/ports/search-store.js';
import { lateEntry } from '../../../src/core/search/search-entry.js';
import type { PartnerAsk, SearchRecord, StoredResult } from '../../../src/core/search/search-record.js';
import { withKeys } from './with-keys.js';
import { TIMELINE_LENGTH, type TimelineEntry } from '../../../src/core/lead/timeline.js';

/** Searches in memory, with the same conditions as the real store: the same contract is run against both. */
export function memorySearchStore(): SearchStore & { readonly all: Map<string, SearchRecord> } {
  const all = new Map<string, SearchRecord>();
  /** Results of earlier runs, by the ids of search and result. */
  const earlier = new Map<string, StoredResult>();
  const change = (
    id: string,
    changed: (search: SearchRecord) => SearchRecord | undefined,
  ): SearchRecord | null => {
    const search = all.get(id);
    const next = search && changed(search);
    if (next) all.set(id, next);
    return next ?? null;
  };
  return {
    all,
    insert(search) {
      all.set(search.id, search);
      return Promise.resolve();
    },
    read: (id) => Promise.resolve(all.get(id) ?? null),
    readSubmitted(id, resultId) {
      const search = all.get(id);
      if (!search) return Promise.resolve(null);
      const result = search.results.find((one) => one.id === resultId);
      return Promise.resolve({ ...search, ...(result && { result }) });
    },
    partnersOf: (ids) =>
      Promise.resolve(
        new Map(
          [...all.values()].flatMap(({ id, partners, earlier_asks = [] }) =>
            ids.includes(id) ? [[id, [...earlier_asks, ...partners]]] : [],
          ),
        ),
      ),
    readShown(id, now) {
      const search = all.get(id);
      if (!search) return Promise.resolve(null);
      const { affiliate_id, campaign_id, external_id, is_test, run, state, closes_at, slots } = search;
      const results = search.results.filter((one) => one.run === run && one.terms.expires_at > now);
      const partners = search.partners.filter((one) => one.run === run);
      const shown = { id, affiliate_id, campaign_id, is_test, run, state, closes_at, slots };
      const named = external_id === undefined ? {} : { external_id };
      return Promise.resolve({ ...shown, ...named, results, partners });
    },
    byExternalId: (externalId, most) =>
      Promise.resolve(
        [...all.values()].filter(({ external_id }) => external_id === externalId).slice(0, most),
      ),
    earlierResult: (id, resultId) => Promise.resolve(earlier.get(`${id} ${resultId}`) ?? null),
    searchAgain(id, mine, { entries, is_test, mergeIdentities, ...data }, now) {
      const search = all.get(id);
      if (search?.affiliate_id !== mine.affiliate_id || (mine.is_test && !search.is_test))
        return Promise.resolve({ outcome: 'unknown' });
      if (search.slots.length > 0) return Promise.resolve({ outcome: 'submitted' });
      if (search.forgotten) return Promise.resolve({ outcome: 'unknown' });
      if (is_test && !search.is_test) return Promise.resolve({ outcome: 'live' });
      const known = mergeIdentities(search);
      if (!known) return Promise.resolve({ outcome: 'other_person' });
      const next = nextRun(search, now);
      if (next.outcome === 'too_often') return Promise.resolve(next);
      for (const result of next.kept) earlier.set(`${id} ${result.id}`, result);
      for (const result of next.remembered) earlier.set(`${id} ${result.id}`, remembered(result));
      const old = termsForgottenBefore(now);
      for (const [key, { run: runNumber, terms }] of earlier)
        if (key.startsWith(id) && runNumber <= search.run - RUNS_REMEMBERED && terms.expires_at <= old)
          earlier.delete(key);
      const { earlier: runs, earlier_asks } = next;
      const emptied = { results: [], partners: [], verdicts: [], earlier: runs, earlier_asks };
      const runNumber = search.run + 1;
      const timeline = longer(search, entries);
      const { external_id: _, ...kept } = search;
      const all_identities = withKeys(search, known);
      const run = { state: 'new', counts_from: now, run: runNumber, timeline, all_identities } as const;
      all.set(id, { ...kept, ...data, ...emptied, ...run });
      return Promise.resolve({ outcome: 'rerun', run: runNumber });
    },
    forgetTerms(before) {
      let count = 0;
      for (const [key, result] of earlier) {
        const little = remembered(result);
        if (result.terms.expires_at >= before || isDeepStrictEqual(little, result)) continue;
        earlier.set(key, little);
        count += 1;
      }
      return Promise.resolve(count);
    },
    finishRun: (id, run, { entries, due_at, results, partners, ...rest }) =>
      Promise.resolve(
        change(id, (search) =>
          search.run === run && search.state === 'new'
            ? {
                ...withoutDue(search),
                ...rest,
                ...(due_at ? { due_at } : {}),
                results: [...search.results, ...results],
                partners: [...search.partners, ...partners],
                timeline: longer(search, entries),
              }
            : undefined,
        ) !== null,
      ),
    recordPartner(id, run, offerId, outcome, now) {
      const after = change(id, (search) => {
        if (outcome.state !== 'answered') return withPartner(search, run, offerId, outcome);
        const isOver = search.state === 'done' || search.closes_at <= now;
        const isOpen = search.state === 'asking' && !isOver && !search.forgotten;
        if (isOpen) return withPartner(search, run, offerId, outcome);
        const entries = outcome.entries.map(lateEntry);
        const late = { ...outcome, state: 'late', results: [], entries } as const;
        return isOver || search.forgotten ? withPartner(search, run, offerId, late) : undefined;
      });
      const { asked_at } = outcome;
      if (after === null && asked_at)
        change(id, (search) => ({
          ...search,
          partners: search.partners.map((partner) =>
            partner.offer_id === offerId && partner.run === run && partner.unsent
              ? withoutUnsent({ ...partner, asked_at })
              : partner,
          ),
        }));
      return Promise.resolve(after);
    },
    close: (id, run, _now, entry) =>
      Promise.resolve(
        change(id, (search) =>
          search.run === run && search.state !== 'done'
            ? { ...withoutDue(search), state: 'done', timeline: longer(search, [entry]) }
            : undefined,
        ) !== null,
      ),
    overdue(before, limit) {
      const due = [...all.values()].flatMap(({ id, run, state, closes_at, due_at }) =>
        due_at && due_at < before ? [{ id, run, state, closes_at, due_at }] : [],
      );
      due.sort((a, b) => Number(a.due_at) - Number(b.due_at));
      return Promise.resolve(due.slice(0, limit));
    },
    takeSlot(searchId, slot, limit) {
      const search = all.get(searchId);
      if (!search) return Promise.reject(new Error('a slot was asked for in a search that does not exist'));
      const { slots } = search;
      if (slots.some(({ lead, submission }) => lead === slot.lead && submission === slot.submission))
        return Promise.resolve({ won: true });
      if (slotRefusal(slot.offer_type, slots, limit)) return Promise.resolve({ won: false, slots });
      all.set(searchId, { ...search, slots: [...slots, slot] });
      return Promise.resolve({ won: true });
    },
    confirmSlots(slots) {
      for (const { search: id, lead, submission } of slots)
        change(id, (search) => ({
          ...search,
          slots: search.slots.map((slot) =>
            slot.lead === lead && slot.submission === submission ? { ...slot, state: 'sold' } : slot,
          ),
        }));
      return Promise.resolve();
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *reservedSlots() {
      for (const { id, slots } of all.values())
        for (const { lead, submission, state } of slots)
          if (state === 'reserved') yield { search: id, lead, submission };
    },
    releaseSlot(searchId, lead, submission) {
      change(searchId, (search) => ({
        ...search,
        slots: search.slots.filter((slot) => slot.lead !== lead || slot.submission !== submission),
      }));
      return Promise.resolve();
    },
  };
}

const longer = ({ timeline }: SearchRecord, entries: readonly TimelineEntry[]): TimelineEntry[] =>
  [...timeline, ...entries].slice(-TIMELINE_LENGTH);

function withoutDue(search: SearchRecord): SearchRecord {
  const { due_at: _, ...rest } = search;
  return rest;
}

function withoutUnsent({ unsent: _, ...ask }: PartnerAsk): PartnerAsk {
  return ask;
}

function withPartner(
  search: SearchRecord,
  run: number,
  offerId: string,
  { state, at, asked_at, unsent, detail, results, entries }: PartnerOutcome,
): SearchRecord | undefined {
  const asked = search.partners.find(
    (partner) => partner.offer_id === offerId && partner.run === run && partner.state === 'asked',
  );
  if (!asked || search.run !== run) return undefined;
  const known = {
    ...(asked_at && { asked_at }),
    ...(unsent && { unsent }),
    ...(detail !== undefined && { detail }),
  };
  const after = { ...asked, state, answered_at: at, ...known };
  return {
    ...search,
    partners: search.partners.map((partner) => (partner === asked ? after : partner)),
    results: [...search.results, ...results],
    timeline: longer(search, entries),
  };
}
