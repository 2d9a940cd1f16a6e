import { productIn } from './catalogue.js';
import { CAMPAIGNS, programOf, type Buyer, type Chapter } from './parties.js';

/** What becomes of a lead. The buyer knows it from the start; Leadkeep learns it as the story goes on. */
export type Fate =
  | { readonly is: 'accepted' | 'refused' | 'duplicate' | 'ineligible' }
  /** The buyer decides by a callback, or never (`at` lies after the story). */
  | { readonly is: 'later'; readonly verdict: Verdict; readonly at: Date }
  /** The answer is lost. An operator settles the lead. */
  | { readonly is: 'lost'; readonly verdict: Verdict; readonly at: Date };
export type Verdict = 'accepted' | 'rejected';

/** One lead of the story. */
export interface PlannedLead {
  readonly n: number;
  readonly id: string;
  readonly at: Date;
  readonly chapter: Chapter;
  readonly campaign: number;
  readonly product: number;
  readonly program: 0 | 1;
  readonly subid: string | undefined;
  readonly fate: Fate;
  /** What the buyer says it pays, in cents. */
  readonly said: number | undefined;
  /** Why the buyer refuses it, in its own words. */
  readonly reason?: string;
  /** How long the buyer takes to answer. Absent: no time. */
  readonly took_ms?: number;
  /** How often somebody searches before. Absent: it is a direct post. */
  readonly searches?: number;
  /** Absent: Ann Lee, with an address of her own. */
  readonly person?: { readonly first_name: string; readonly last_name: string; readonly email: string };
}

/** What a lead is sold for, by the story's own reading of its prices. Null: nothing is configured. */
export interface Bargain {
  readonly buyer: Buyer;
  readonly affiliate: string;
  readonly buyer_cents: number | null;
  readonly affiliate_cents: number | null;
}

export function bargainOf({ chapter, campaign, product: n, program, said }: PlannedLead): Bargain {
  const { buyer, price, programs, payout, handle } = productIn(chapter, n);
  const line = CAMPAIGNS[campaign];
  const ofLine =
    handle === 'nursing'
      ? ((programOf(program) === 'msn' ? line?.nursing_msn_price : undefined) ?? line?.nursing_price)
      : undefined;
  return {
    buyer,
    affiliate: line?.affiliate ?? '',
    buyer_cents: said ?? ofLine ?? programs[program] ?? price ?? null,
    affiliate_cents: payout ?? null,
  };
}

/** When the buyer's acceptance comes. Undefined: it never accepts. */
export function acceptedAt({ at, fate }: PlannedLead): Date | undefined {
  if (fate.is === 'accepted') return at;
  if (fate.is === 'later' || fate.is === 'lost') return fate.verdict === 'accepted' ? fate.at : undefined;
  return undefined;
}
