import { closeExpired } from './close-expired.js';
import { evaluateSearch, type Evaluated } from '../../core/search/search-evaluation.js';
import { campaignOf } from '../../core/catalogue/campaign-of.js';
import { filterOffers } from '../../core/search/filter-offers.js';
import type { Campaign } from '../../core/catalogue/types.js';
import { suppressionKeysOf, suppressionsFor } from '../../core/suppression/suppression.js';
import { readClaimOwners } from '../duplicates/claim-owners-now.js';
import type { PartnerJob, SearchJob } from '../ports/queues.js';
import type { SearchRun } from '../ports/search-store.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { notifyStreams, wakeCaller } from '../wake-caller.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { openBreakers } from '../destination-gate/ask-gate.js';
import { isOpenTimeOver } from '../../core/search/search-states.js';
import { fullBuckets } from './full-buckets.js';

/**
 * Runs one search: evaluates every offer of the campaign, stores what may be shown and why, and asks the partners.
 * Nobody owns a run: of two workers that evaluate a search at once, the first to write wins, and nothing leaves before.
 * A search whose open time is over, before or after the evaluation, is closed without results.
 */
export async function runSearch(ports: WorkPorts, job: SearchJob): Promise<void> {
  const now = ports.clock();
  const search = await ports.searches.read(job.search_id);
  if (search?.run !== job.run) return;
  if (search.state === 'asking') return askAgain(ports, search);
  if (search.state !== 'new') return;
  if (isOpenTimeOver(search, now)) {
    await closeExpired(ports, search, now);
    return;
  }
  const catalogue = ports.catalogue.current();
  const campaign = campaignOf(catalogue, search);
  const found = campaign ? await evaluate(ports, search, campaign, now) : NOTHING;
  const evaluated = ports.clock();
  if (isOpenTimeOver(search, evaluated)) {
    await closeExpired(ports, search, evaluated);
    return;
  }
  const run = runOf(search, found, now);
  const finished = await ports.searches.finishRun(search.id, search.run, {
    ...run,
    catalogue_version: catalogue.version,
  });
  if (!finished) return;
  const note = run.state === 'done' ? { run: search.run, results: found.results } : undefined;
  await Promise.all([wakeCaller(ports, job.reply_to, search.id, note), notifyStreams(ports, search.id)]);
  await enqueue(
    ports,
    search,
    found.partners.map(({ offer }) => offer.id),
  );
}

/**
 * Enqueues the partners that are still to be asked. A run that died after it wrote the record may not have enqueued
 * them. A job that exists is not added again.
 */
function askAgain(ports: WorkPorts, search: SearchRecord): Promise<void> {
  const unanswered = search.partners.filter(({ run, state }) => run === search.run && state === 'asked');
  return enqueue(
    ports,
    search,
    unanswered.map(({ offer_id }) => offer_id),
    { again: true },
  );
}

async function enqueue(
  { queues }: WorkPorts,
  search: SearchRecord,
  offers: readonly string[],
  which: Pick<PartnerJob, 'again'> = {},
): Promise<void> {
  const { id: search_id, run, request_id } = search;
  if (offers.length > 0)
    await queues.partner(offers.map((offer_id) => ({ search_id, run, offer_id, request_id, ...which })));
}

const NOTHING: Found = { results: [], verdicts: [], partners: [], offers: 0 };

/** `offers`: how many were looked at. */
type Found = Evaluated & { readonly offers: number };

async function evaluate(
  ports: WorkPorts,
  search: SearchRecord,
  campaign: Campaign,
  now: Date,
): Promise<Found> {
  const { geo, newId } = ports;
  const context = { search, campaign, now, geo, newId };
  const filtered = filterOffers(context);
  const offers = filtered.left.map(({ offer }) => offer);
  const parties = {
    affiliate_id: search.affiliate_id,
    buyer_ids: offers.map(({ buyer }) => buyer.id),
  };
  const [listed, held, isFull, down] = await Promise.all([
    ports.suppressions.find(suppressionKeysOf(search), parties),
    readClaimOwners(ports, search, { identities: search.identities, offers, now }),
    fullBuckets(ports, campaign, filtered.left, now),
    openBreakers(ports),
  ]);
  const suppressions = suppressionsFor(search, listed);
  const facts = { suppressions, held, down, ...(isFull && { isFull }) };
  return { ...evaluateSearch(context, facts, filtered), offers: campaign.offers.size };
}

function runOf(search: SearchRecord, found: Found, now: Date): Omit<SearchRun, 'catalogue_version'> {
  const asking = found.partners.length > 0;
  const { run } = search;
  return {
    state: asking ? 'asking' : 'done',
    due_at: asking ? search.closes_at : null,
    results: found.results,
    verdicts: found.verdicts,
    ...(found.ruled_out && { ruled_out: found.ruled_out }),
    partners: found.partners.map(({ offer }) => ({
      offer_id: offer.id,
      run,
      state: 'asked',
      asked_at: now,
    })),
    entries: [
      {
        at: now,
        what: 'evaluated',
        reason: {
          run,
          returned: found.results.length,
          partners: found.partners.length,
          offers: found.offers,
        },
      },
    ],
  };
}
