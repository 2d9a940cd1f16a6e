import { until } from '../../support/until.js';
import type { TestProcess } from '../../support/processes.js';

/** What a process holds, after a collection; bytes. */
export interface Figures {
  readonly descriptors: number;
  readonly heap: number;
  readonly rss: number;
}

const TOLD = 'figures ';

/** The environment of a process that tells its figures when it is asked. */
export const TELLS_FIGURES = {
  NODE_OPTIONS: `--import=${new URL('./told-figures.js', import.meta.url).href}`,
};

export const isFigures = (line: string): boolean => line.startsWith(TOLD);

/** Has a process, started with TELLS_FIGURES, collect its garbage and tell what it holds. */
export async function figuresOf(process: TestProcess): Promise<Figures> {
  const told = (): string[] => process.lines.filter(isFigures);
  const before = told().length;
  process.send('SIGUSR2');
  await until(() => told().length > before, 'it tells its figures');
  return JSON.parse(told().at(-1)?.slice(TOLD.length) ?? '') as Figures;
}

const MIB = 2 ** 20;

/** For people: descriptors, heap and resident memory. */
export const shown = ({ descriptors, heap, rss }: Figures): string =>
  `${descriptors} descriptors, heap ${(heap / MIB).toFixed(0)} MiB, resident ${(rss / MIB).toFixed(0)} MiB`;
