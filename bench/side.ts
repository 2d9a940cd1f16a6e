import { load, type Load } from './load.js';
import { searchRequest, type FreshResult } from './requests.js';

/** This build, the build that it is compared with, and the bare pipeline. */
export type SideName = 'leadkeep' | 'former' | 'bare';

/** One of the compared sides, as the load sees it. */
export interface Side {
  readonly name: SideName;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where its processes serve `/metrics`. Empty for the bare pipeline. */
  readonly origins: readonly string[];
  /** Results of searches without a submit so far. */
  readonly stock: FreshResult[];
}

interface SearchAnswer {
  readonly svc_lead_id: string;
  readonly offers: readonly { readonly svc_result_id: string }[];
}

/** Puts the best result of each search into the stock: every submit then has a search and a person of its own. */
export function keepFresh(side: Side, answers: readonly string[]): void {
  for (const answer of answers) {
    const { svc_lead_id: search_id, offers } = JSON.parse(answer) as SearchAnswer;
    const [best] = offers;
    if (best) side.stock.push({ search_id, result_id: best.svc_result_id });
  }
}

/** Searches, untimed, until the stock holds `wanted` results. */
export async function stockUp(side: Side, wanted: number, atOnce: Load, signal: AbortSignal): Promise<void> {
  while (side.stock.length < wanted) {
    const { answers, firstFailure } = await load(side, searchRequest, atOnce, signal);
    if (answers.length === 0)
      throw new Error(`${side.name}: no search was answered: ${firstFailure ?? 'nothing came'}`);
    keepFresh(side, answers);
  }
}
