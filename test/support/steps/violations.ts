import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { createUsageCount } from '../../../src/core/caps/usage-counts.js';
import { capsOfCatalogue } from '../../../src/core/caps/cap-buckets.js';
import { windowOf } from '../../../src/core/caps/windows.js';
import type { LedgerBucket } from '../../../src/core/invariants/records.js';
import { violationsOf as brokenPromises } from '../../../src/core/invariants/violations-of.js';
import { isFinal } from '../../../src/core/lead/lead-states.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { labelOfEffect } from '../../../src/core/lead/pending-effect.js';
import { nameOfPlace } from '../fakes/memory-ledger.js';
import { buyersView } from './buyers-view.js';
import { lostFallbacks, soldTwice } from './fallback-flows.js';
import { unexplained } from './ceilings.js';
import type { Client } from './client.js';
import { lostInPause } from './pause-flows.js';
import { takenOfTheGone } from './person-flows.js';
import { soldUnverified } from './verify-flows.js';
import type { World } from './world.js';

/**
 * What must hold when everything has come to rest, whatever died, slept or was lost: the invariants of the core, and
 * what only a test can compare: the answers that were given, what the buyers took, and the ledger counted anew.
 */
export function violationsOf(world: World, client: Client): string[] {
  const { leads, searches, claims, ledger, catalogues, clock } = world;
  const broken = brokenPromises({
    leads: [...leads.all.values()],
    searches: [...searches.all.values()],
    claims: [...claims.all].map(([key, owners]) => ({ key, owners })),
    catalogueVersions: catalogues.versions,
    ledgerPlaces: ledger.places().filter((place) => !isOver(place, world)),
    entries: [...world.books.entries.values()],
    acknowledged: [...client.acknowledged.keys()],
    now: clock(),
    settled: true,
  });
  return [
    ...world.faults.map((fault) => `a job ended with a fault: ${String(fault)}`),
    ...broken.map(({ invariant, id, detail }) => `${invariant}: ${id}: ${detail}`),
    ...changedAnswers(world, client),
    ...buyersView(world),
    ...unexplained(world),
    ...overCaps(world),
    ...restless(world),
    ...soldTwice(world),
    ...lostFallbacks(world),
    ...lostInPause(world),
    ...soldUnverified(world),
    ...takenOfTheGone(world),
    ...keysOfTwo(world),
    ...unreserved(world),
    ...untold(world),
    ...ledgerAndLeads(world),
  ];
}

/**
 * Whether the window of a bucket is over. `leadkeep check` leaves such buckets out, too: a worker that slept may reserve in
 * one that the ledger had forgotten.
 */
function isOver({ cap_id, window }: LedgerBucket, { catalogues, clock }: World): boolean {
  const cap = capsOfCatalogue(catalogues.current()).find(({ id }) => id === cap_id);
  // Windows are named by their start, in the order of time.
  return cap !== undefined && window < windowOf(cap, clock()).window;
}

const leadsOf = (world: World): LeadRecord[] => [...world.leads.all.values()];

/** A decision that was answered stands, until its client has the lead evaluated again. */
function changedAnswers(world: World, { acknowledged }: Client): string[] {
  return [...acknowledged.values()].flatMap(({ kind, id, code }) => {
    const lead = kind === 'lead' ? world.leads.all.get(id) : undefined;
    if (!lead || code === 'PENDING' || code === lead.decision?.code) return [];
    return [`lead ${id} was answered ${code} and is ${lead.decision?.code ?? lead.state}`];
  });
}

/** With several versions the invariants know the limit that was in force, and when a returned sale stood again. */
function overCaps({ catalogues, sales, leads }: World): string[] {
  if (catalogues.versions.length > 1) return [];
  const catalogue = catalogues.current();
  return capsOfCatalogue(catalogue).flatMap((cap) => {
    const used = new Map<string, number>();
    for (const { lead_id } of sales) {
      const lead = leads.all.get(lead_id);
      const wasGivenBack = lead?.returns?.some(({ place_given_back }) => place_given_back);
      if (!lead?.intent || wasGivenBack || !countsIn(cap.id, lead, catalogue)) continue;
      const { window } = windowOf(cap, (lead.intent.sold ?? lead.intent).at);
      used.set(window, (used.get(window) ?? 0) + 1);
    }
    return [...used].flatMap(([window, count]) =>
      count > cap.limit ? [`${count} sales in ${cap.id} ${window}, whose limit is ${cap.limit}`] : [],
    );
  });
}

function countsIn(capId: string, lead: LeadRecord, catalogue: Catalogue): boolean {
  const campaign = catalogue.campaigns.get(lead.campaign_id);
  const campaignOffer = campaign?.offers.get(lead.offer_id);
  const owners = [campaign, campaignOffer, campaignOffer?.offer, campaignOffer?.offer.buyer];
  return owners.some((owner) => owner?.caps.some(({ id }) => id === capId));
}

/** Each return that stands, and each open request, has its part of its share. A caller that died may leave one too many. */
function unreserved(world: World): string[] {
  const held = leadsOf(world).flatMap(({ returns = [], return_requests = [] }) => [
    ...returns.filter(({ undone }) => !undone).map(({ share }) => share),
    ...return_requests.filter(({ ended }) => !ended).map(({ share }) => share),
  ]);
  return [...new Set(held)].flatMap((share) => {
    if (share === undefined) return [];
    const needs = held.filter((one) => one === share).length;
    const has = world.returns.shares.get(share) ?? 0;
    return has < needs ? [`the share ${share} has ${has}, the leads say ${needs}`] : [];
  });
}

/** Leads that list one Idempotency-Key with one body: its call would have made two leads. */
function keysOfTwo(world: World): string[] {
  const first = new Map<string, string>();
  return leadsOf(world).flatMap(({ id, affiliate_id, idempotency = [] }) =>
    idempotency.flatMap(({ key, body_hash }) => {
      const call = JSON.stringify([affiliate_id, key, body_hash]);
      const other = first.get(call);
      first.set(call, id);
      return other === undefined ? [] : [`leads ${other} and ${id} are both of the key ${key}`];
    }),
  );
}

/** Each change that an affiliate can see is published once it is finished. */
const untold = (world: World): string[] =>
  leadsOf(world).flatMap(({ id, revision = 0 }) => {
    if (!world.finishes) return [];
    const all = Array.from({ length: revision }, (_, n) => `${id}:${n + 1}`);
    const missing = all.filter((one) => !world.news.published.has(one));
    return missing.map((one) => `${one} is not published`);
  });

/** Nothing is left to do but what an operator does. */
const restless = (world: World): string[] =>
  leadsOf(world).flatMap(({ id, state, pending_effects: effects }) => [
    ...(isFinal(state) || state === 'unknown' ? [] : [`${id} is still ${state}`]),
    ...effects
      .filter(({ kind }) => kind !== 'news' || world.finishes)
      .map((effect) => `${id} still owes ${labelOfEffect(effect)}`),
  ]);

/** The ledger, and what it would be if it were counted anew from the leads. */
function ledgerAndLeads({ ledger, leads, catalogues, clock }: World): string[] {
  const catalogue = catalogues.current();
  const usage = createUsageCount(catalogue, clock());
  for (const lead of leads.all.values()) {
    usage.countGivenBack(lead);
    usage.count(lead);
  }
  const due = new Map(
    usage
      .buckets()
      .map(({ bucket, confirmed, reservations, givenBack }) => [
        nameOfPlace(bucket),
        confirmed + reservations.size - givenBack.size,
      ]),
  );
  const open = new Set(capsOfCatalogue(catalogue).map((cap) => nameOfPlace(windowOf(cap, clock()))));
  const there = new Map(
    ledger
      .places()
      .map(
        ({ name, confirmed, members, given_back = [] }) =>
          [name, confirmed + members.length - given_back.length] as const,
      )
      .filter(([name]) => open.has(name) || due.has(name)),
  );
  return [...new Set([...due.keys(), ...there.keys()])].flatMap((name) => {
    const [has, needs] = [there.get(name) ?? 0, due.get(name) ?? 0];
    return has === needs ? [] : [`the ledger has ${has} in ${name}, the leads say ${needs}`];
  });
}
