import { campaignOf } from '../../core/catalogue/campaign-of.js';
import type { Campaign, CampaignOffer, Catalogue, Offer } from '../../core/catalogue/types.js';
import { aboutSearch } from '../../core/exchanges/about.js';
import { partnerQuery } from '../../core/delivery/outbound-lead.js';
import { searchDestination } from '../../core/destination-gate/destination.js';
import type { CallResult } from '../../core/destination-gate/call-result.js';
import { isOutage } from '../outage.js';
import type { PartnerAnswer } from '../ports/destinations.js';
import type { PartnerJob } from '../ports/queues.js';
import type { PartnerOutcome } from '../ports/search-store.js';
import type { PartnerEntry } from '../../core/search/search-entry.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { isOpenTimeOver } from '../../core/search/search-states.js';
import { partnerResult } from '../../core/search/results.js';
import { capsOfLine } from '../../core/search/filter-offers.js';
import { partnerProgramsOut } from '../../core/search/offer-refusals.js';
import { usableResults, withoutPrograms } from '../../core/search/usable-partner-results.js';
import { suppressionKeysOf, suppressionsFor } from '../../core/suppression/suppression.js';
import { enterOrWait, release } from '../destination-gate/ask-gate.js';
import { notifyStreams } from '../wake-caller.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { fullBuckets } from './full-buckets.js';

/**
 * Asks one partner within the remaining time of the search. An answer that comes too late is recorded, but not shown.
 * `isFirst`: no worker was given the job before. Only then is it known that nobody sent anything.
 */
export async function runPartnerSearch(ports: WorkPorts, job: PartnerJob, isFirst = false): Promise<void> {
  const search = await ports.searches.read(job.search_id);
  if (!search || search.run !== job.run || !isAsked(search, job.offer_id)) return;
  const catalogue = ports.catalogue.current();
  const campaign = campaignOf(catalogue, search);
  const campaignOffer = campaign?.offers.get(job.offer_id);
  const { unsent, ...rest } =
    campaign && campaignOffer?.offer.partner
      ? await ask(ports, search, campaign, campaignOffer)
      : failure(ports.clock(), job.offer_id, whyNobody(catalogue, search));
  // A run before may have asked, and died before it could write that.
  const outcome = { ...rest, ...(unsent && isFirst && job.again !== true && { unsent }) };
  // The search may have ended since the answer came.
  const now = ports.clock();
  const after = await ports.searches.recordPartner(search.id, search.run, job.offer_id, outcome, now);
  if (after) await notifyStreams(ports, search.id);
  if (!after || after.partners.some(({ run, state }) => run === after.run && state === 'asked')) return;
  const at = ports.clock();
  await ports.searches.close(search.id, search.run, at, {
    at,
    what: 'closed',
    reason: { why: 'all answered' },
  });
}

/** Why there is nobody to ask: the campaign's present affiliate must not get what a partner has for this search. */
const whyNobody = (catalogue: Catalogue, search: SearchRecord): string =>
  catalogue.campaigns.has(search.campaign_id) && !campaignOf(catalogue, search)
    ? 'the campaign has another affiliate now'
    : 'the offer left the catalogue';

const isAsked = (search: SearchRecord, offerId: string): boolean =>
  search.partners.some(
    ({ offer_id, run, state }) => offer_id === offerId && run === search.run && state === 'asked',
  );

const CLOSED = 'the search had closed';

async function ask(
  ports: WorkPorts,
  search: SearchRecord,
  campaign: Campaign,
  campaignOffer: CampaignOffer,
): Promise<PartnerOutcome> {
  const { offer } = campaignOffer;
  const api = offer.partner?.search;
  const url = search.is_test ? api?.test_url : api?.url;
  const now = ports.clock();
  if (!api || url === undefined) return failure(now, offer.id, 'no address to ask');
  // Closed by the sweeper's clock, or by this one.
  if (search.state !== 'asking' || isOpenTimeOver(search, now)) return failure(now, offer.id, CLOSED);
  const query = partnerQuery(search, offer, campaign.affiliate.handle);
  // A search has no time to wait for a turn. If a partner can't be asked now, it is not asked.
  const destination = searchDestination(offer, api, search.is_test);
  const permit = `${search.id}:${search.run}`;
  const unused = () => release(ports, destination, permit, 'unused');
  const admission = await enterOrWait(ports, destination, permit);
  const why =
    admission.outcome === 'wait'
      ? admission.why
      : await whyNotSent(ports, search, offer).catch(async (error: unknown) => {
          await unused();
          throw error;
        });
  // The turn and the look may have taken as long as the search was open.
  const asked_at = ports.clock();
  const timeLeft = Math.min(search.closes_at.getTime() - asked_at.getTime(), api.timeout_ms);
  if (why !== undefined || timeLeft <= 0) {
    await unused();
    return failure(asked_at, offer.id, why === undefined ? CLOSED : `not asked: ${why}`);
  }
  const answer = await ports.destinations.askPartner(offer, query, url, timeLeft, aboutSearch(search));
  const duration_ms = ports.clock().getTime() - asked_at.getTime();
  await release(ports, destination, permit, callResultOfSearch(answer, duration_ms));
  return outcomeOf(ports, answer, { search, campaign, campaign_offer: campaignOffer, asked_at });
}

/** The person may have been put on the suppression list since the search was run. On a doubt, nobody is sent. */
async function whyNotSent(
  { suppressions, log }: WorkPorts,
  search: SearchRecord,
  { buyer }: Offer,
): Promise<string | undefined> {
  const parties = { affiliate_id: search.affiliate_id, buyer_ids: [buyer.id] };
  try {
    const found = await suppressions.find(suppressionKeysOf(search), parties);
    return suppressionsFor(search, found).length > 0 ? 'the person is on the suppression list' : undefined;
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn({ err: error, search_id: search.id }, 'the suppression list could not be checked');
    return 'the suppression list could not be read';
  }
}

const callResultOfSearch = (answer: PartnerAnswer, duration_ms: number): CallResult =>
  answer.kind === 'answered'
    ? { health: 'up', outcome: 'answered', duration_ms }
    : { health: answer.health, outcome: 'failed', duration_ms, detail: answer.detail };

interface Answering {
  readonly search: SearchRecord;
  readonly campaign: Campaign;
  readonly campaign_offer: CampaignOffer;
  readonly asked_at: Date;
}

async function outcomeOf(ports: WorkPorts, answer: PartnerAnswer, about: Answering): Promise<PartnerOutcome> {
  const { search, campaign, campaign_offer: campaignOffer, asked_at } = about;
  const now = ports.clock();
  const duration_ms = now.getTime() - asked_at.getTime();
  if (answer.kind === 'failed') {
    const sent = answer.unsent ? {} : { asked_at };
    return failure(now, campaignOffer.offer.id, answer.detail, { duration_ms, ...sent });
  }
  const state = now < search.closes_at ? 'answered' : 'late';
  const { results: usable, faults } = usableResults(answer, now);
  if (faults.length > 0) {
    // An alert must not come from a test system.
    if (!search.is_test) ports.countPartnerFaults(campaignOffer.offer.handle, faults.length);
    ports.log.warn(
      { search_id: search.id, offer: campaignOffer.offer.handle, faults },
      "a partner's answer has faults",
    );
  }
  const named = new Set(usable.flatMap(({ programs }) => programs.map(({ value }) => value)));
  const out = state === 'late' ? [] : await programsOut(ports, about, named);
  const results = withoutPrograms(usable, new Set(out.map(({ program }) => program))).map((result) =>
    partnerResult({
      id: ports.newId(),
      run: search.run,
      campaign,
      campaign_offer: campaignOffer,
      result,
      lead: search.lead,
      now,
    }),
  );
  const reason = {
    ...{ results: results.length, faults, duration_ms },
    ...(out.length > 0 && { programs_out: out.map(({ program, refusal }) => `${program}: ${refusal.why}`) }),
  };
  const entries: PartnerEntry[] = [
    { at: now, what: 'partner', offer_id: campaignOffer.offer.id, outcome: state, reason },
  ];
  return { state, at: now, asked_at, results: state === 'late' ? [] : results, entries };
}

/** Which of the programs that a partner named the lead may not take, by the rules and caps of the offer. */
async function programsOut(
  ports: WorkPorts,
  { search, campaign, campaign_offer: campaignOffer }: Answering,
  named: ReadonlySet<string>,
) {
  const now = ports.clock();
  const { offer } = campaignOffer;
  if (!offer.programs.some(({ value }) => named.has(value))) return [];
  const isCapped = capsOfLine(campaign, campaignOffer).some(
    ({ program }) => program !== undefined && named.has(program),
  );
  const isFull = isCapped ? await fullOrUnknown(ports, campaign, campaignOffer, now) : undefined;
  const { geo, newId } = ports;
  const out = partnerProgramsOut({ search, campaign, now, geo, newId }, isFull, campaignOffer);
  return out.filter(({ program }) => named.has(program));
}

/** An answer must not get lost because Redis is away: the submit checks the caps again. */
const fullOrUnknown = (ports: WorkPorts, campaign: Campaign, line: CampaignOffer, now: Date) =>
  fullBuckets(ports, campaign, [line], now).catch((error: unknown) => {
    if (isOutage(error)) return undefined;
    throw error;
  });

/** Without `asked_at`, nothing was sent. */
const failure = (
  at: Date,
  offer_id: string,
  detail: string,
  { duration_ms = 0, asked_at }: { readonly duration_ms?: number; readonly asked_at?: Date } = {},
): PartnerOutcome => ({
  state: 'failed',
  at,
  detail,
  ...(asked_at ? { asked_at } : { unsent: true }),
  results: [],
  entries: [{ at, what: 'partner', offer_id, outcome: 'failed', reason: { detail, duration_ms } }],
});
