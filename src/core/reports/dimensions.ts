/** What the numbers of a report can be grouped by. `state` is the consumer's US state. */
export const DIMENSIONS = [
  'day',
  'hour',
  'affiliate',
  'campaign',
  'buyer',
  'offer',
  'program',
  'subid',
  'state',
  'code',
  'reason',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The dimensions of a fact, in the order of its `of`. Its time is that of the quarter or day that holds it. */
export const FACT_DIMENSIONS = [
  'affiliate',
  'campaign',
  'buyer',
  'offer',
  'program',
  'state',
  'code',
  'reason',
  'subid',
] as const;
export type FactDimension = (typeof FACT_DIMENSIONS)[number];
/** What facts of a day can be kept apart by. */
export type CubeDimension = FactDimension | 'hour';

export type TimeDimension = Exclude<Dimension, FactDimension>;

export const isTime = (dimension: Dimension): dimension is TimeDimension =>
  dimension === 'day' || dimension === 'hour';

export const isDimension = (name: string): name is Dimension =>
  (DIMENSIONS as readonly string[]).includes(name);

/** Measures that are known by the same dimensions. */
export type Family = 'searches' | 'shown' | 'leads' | 'money';

/**
 * By what each family can be split. A search has no buyer, a result has no program, an entry of the books has no
 * refusal.
 */
const KNOWN_BY: Readonly<Record<Family, readonly Dimension[]>> = {
  searches: ['day', 'hour', 'affiliate', 'campaign', 'subid', 'state'],
  shown: ['day', 'hour', 'affiliate', 'campaign', 'subid', 'state', 'offer'],
  leads: DIMENSIONS,
  money: ['day', 'hour', 'affiliate', 'campaign', 'buyer', 'offer', 'program', 'subid', 'state', 'code'],
};

/** The families whose measures mean something in a report with these groups and filters. */
export const familiesKnownBy = (dimensions: readonly Dimension[]): ReadonlySet<Family> =>
  new Set(
    (Object.keys(KNOWN_BY) as Family[]).filter((family) =>
      dimensions.every((dimension) => KNOWN_BY[family].includes(dimension)),
    ),
  );
