import type { BenchOptions } from '../options.js';
import { measureBurst } from './measure-burst.js';
import { measureOffers } from './measure-offers.js';
import { measureSoak } from './measure-soak.js';
import { measureStored } from './stored/measure-stored.js';
import type { Say, ScaleReport } from './scale-run.js';

/** Runs one of the scale runs. */
export function measureScale(options: BenchOptions, signal: AbortSignal, say: Say): Promise<ScaleReport> {
  const { scale, submits, copies = [1], minutes } = options;
  switch (scale) {
    case 'a':
      return measureOffers(options, signal, say);
    case 'b':
      return measureStored(options, signal, say);
    case 'c':
      return measureSoak(minutes, signal, say);
    default:
      return measureBurst({ submits, copies: copies[0] ?? 1 }, signal, say);
  }
}
