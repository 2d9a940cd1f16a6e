import type { LeadFilter } from '../app/ports/lead-overview.js';
import { compact } from '../core/catalogue/compact.js';
import { didYouMean } from '../core/catalogue/did-you-mean.js';
import type { CatalogueDocument } from '../core/catalogue/document.js';
import { booksOf } from '../core/catalogue/books.js';
import { UNDECIDED_STATES, type LeadState } from '../core/lead/lead-states.js';
import { DECISION_CODES } from '../core/refusal.js';
import { CliError } from './cli-error.js';
import { findDestination } from './find-destination.js';
import { findEntry } from './find-entry.js';
import { momentOf } from './parse-time.js';

/** Options of `lead list` that select leads. Those of the second group make it a list of all leads, newest first. */
export interface FilterOptions {
  readonly unknown?: boolean;
  readonly undecided?: boolean;
  readonly failed?: boolean;
  readonly destination?: string;
  /** In milliseconds. */
  readonly older?: number;

  readonly accepted?: boolean;
  readonly rejected?: boolean;
  readonly returned?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly affiliate?: string;
  readonly campaign?: string;
  readonly buyer?: string;
  readonly offer?: string;
  readonly code?: string;
}

/** Clocks of the machines that receive leads may be ahead of this one. */
export const MAX_AHEAD_MS = 60_000;

/** Throws a CliError for a name that the catalogue does not have, and for times in the wrong order. */
export function leadFilterOf(
  options: FilterOptions,
  document: CatalogueDocument | undefined,
  now: Date,
): LeadFilter {
  const { destination, older, affiliate, campaign, buyer, offer, code, returned } = options;
  const zone = booksOf(document ?? {}).time_zone;
  const from = options.from === undefined ? undefined : edgeOf('from', options.from, zone);
  const end =
    options.to === undefined ? new Date(now.getTime() + MAX_AHEAD_MS) : edgeOf('to', options.to, zone);
  if (from && from >= end)
    throw new CliError(
      `--from ${options.from ?? ''} is not before ${options.to ? `--to ${options.to}` : 'now'}`,
    );
  const before = older === undefined ? end : new Date(now.getTime() - older);
  const id = (list: 'affiliates' | 'campaigns' | 'buyers' | 'offers', name: string | undefined) =>
    name === undefined ? undefined : findEntry(document, list, name);
  return {
    to: before < end ? before : end,
    ...(returned && { returned }),
    ...compact({
      from,
      states: statesOf(options),
      affiliate_id: id('affiliates', affiliate),
      campaign_id: id('campaigns', campaign),
      buyer_id: id('buyers', buyer),
      offer_ids: offerIds(destination, id('offers', offer), document),
      code: code === undefined ? undefined : codeNamed(code),
    }),
  };
}

/** A day is a day of the accounting zone, as in reports, and the last day is included. */
function edgeOf(option: 'from' | 'to', text: string, zone: string): Date {
  try {
    return momentOf(text, zone, option);
  } catch {
    throw new CliError(`--${option} must be a day like 2026-10-31, or a time like 2026-10-31T17:00:00Z`);
  }
}

function statesOf({ unknown, undecided, failed, accepted, rejected }: FilterOptions) {
  if (unknown) return ['unknown'] as const;
  if (undecided) return UNDECIDED_STATES;
  if (failed) return ['failed'] as const;
  if (accepted) return ['accepted'] as const;
  return rejected ? (['rejected'] as const satisfies LeadState[]) : undefined;
}

function offerIds(
  destination: string | undefined,
  offer: string | undefined,
  document: CatalogueDocument | undefined,
): readonly string[] | undefined {
  const sold = destination === undefined ? undefined : findDestination(document, destination).offer_ids;
  if (offer === undefined) return sold;
  return sold === undefined || sold.includes(offer) ? [offer] : [];
}

const LIST_CODES = [...DECISION_CODES, 'UNKNOWN'] as const;

function codeNamed(text: string): (typeof LIST_CODES)[number] {
  const name = text.toUpperCase();
  const code = LIST_CODES.find((one) => one === name);
  if (code) return code;
  throw new CliError(`There is no code ${text}${didYouMean(name, LIST_CODES)}`);
}
