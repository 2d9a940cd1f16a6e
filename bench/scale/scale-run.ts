import { OUR_DIST, type Processes } from '../processes.js';
import { startOurs, type OurSide, type OursOptions } from '../start-ours.js';

export type Say = (line: string) => void;

/** How a run ended. */
export interface ScaleReport {
  /** For `--json`. */
  readonly figures: object;
  readonly text: string;
  /** Aims that were missed, in words. The run fails with any. */
  readonly failures: readonly string[];
}

type Ours = Omit<OursOptions, 'name' | 'dist' | 'catalogue'> & {
  readonly catalogueOf: (buyerUrl: string) => string;
};

/** This build's processes beside a buyer that takes every lead at once. */
export async function startBesideBuyer({ catalogueOf, ...ours }: Ours): Promise<OurSide> {
  const url = await startBuyer(ours.processes);
  return startOurs({ ...ours, name: 'leadkeep', dist: OUR_DIST, catalogue: catalogueOf(url) });
}

async function startBuyer(processes: Processes): Promise<string> {
  const buyer = { dist: OUR_DIST, entry: 'bench/buyer.js' };
  const { url } = (await processes.fork('buyer', buyer, {})) as { url: string };
  return url;
}

/** `at most` a bound: undefined, or the sentence that says by how much it was missed. */
export const over = (what: string, value: number, bound: number, unit = ''): string[] =>
  value <= bound ? [] : [`${what}: ${tidy(value)}${unit}, at most ${bound}${unit}`];

/** Two digits after the point, fewer for larger numbers. */
export const tidy = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toFixed(2)));
