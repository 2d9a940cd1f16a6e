import type { Kind, OurSide } from '../start-ours.js';
import { readUsage, type Usage } from '../usage.js';

/** The kinds of processes whose CPU is shown. */
export const PARTS = ['web', 'search', 'submit', 'sweeper'] as const satisfies readonly Kind[];
export type Part = (typeof PARTS)[number];
export type Parts = Readonly<Record<Part, Usage>>;

export const ofEach = <Value>(of: (part: Part) => Value): Record<Part, Value> =>
  Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, Value>;

/** What all processes of each kind used, of all these sides. */
export async function readParts(sides: readonly Pick<OurSide, 'originsOf'>[]): Promise<Parts> {
  const read = await Promise.all(
    PARTS.map((part) => readUsage(sides.flatMap(({ originsOf }) => originsOf[part]))),
  );
  return Object.fromEntries(PARTS.map((part, at) => [part, read[at]])) as Parts;
}
