import type { Found, Subject } from './finding.js';
import type { Readings, Sources } from './readings.js';
import type { Thresholds } from './thresholds.js';

/** What a rule knows besides its own reading. */
export interface About {
  readonly at: Date;
  readonly thresholds: Thresholds;
  readonly readings: Readings;
}

interface RuleDefinition<Need extends keyof Sources> {
  /** Stored with alerts and named in mutes, so it never changes. */
  readonly name: string;
  /** The reading without which it finds nothing out. */
  readonly needs: Need;
  /** Whether what was read means something now. Absent: it does. */
  readonly trusts?: (readings: Readings) => boolean;
  /** How long something must last before it is a finding. Absent: no time at all. */
  readonly lasts?: (thresholds: Thresholds) => number;
  readonly find: (reading: Sources[Need], about: About) => readonly Found[];
  /**
   * Subjects of which nothing can be said now, because there is too little to compare: their alerts stay as they are. It
   * may name what is found too. Absent: what is no finding is well.
   */
  readonly unclear?: (reading: Sources[Need], about: About) => readonly Subject[];
}

/** What a rule says of a moment. */
export interface Look {
  readonly found: readonly Found[];
  readonly unclear: readonly Subject[];
}

/** One row of the table of rules. */
export interface Rule extends Omit<RuleDefinition<keyof Sources>, 'find' | 'unclear' | 'needs' | 'trusts'> {
  /** Absent: it needs no reading. */
  readonly needs?: keyof Sources;
  /** Undefined: nobody knows, because the reading could not be made. */
  readonly look: (about: About) => Look | undefined;
}

export const rule = <Need extends keyof Sources>({
  find,
  unclear = () => [],
  trusts = () => true,
  ...rest
}: RuleDefinition<Need>): Rule => ({
  ...rest,
  look(about) {
    const reading = about.readings[rest.needs] as Sources[Need] | undefined;
    return reading === undefined || !trusts(about.readings)
      ? undefined
      : { found: find(reading, about), unclear: unclear(reading, about) };
  },
});

/** Whether something has lasted for so long since then. */
export const hasLasted = (since: Date, ms: number, at: Date): boolean => at.getTime() - since.getTime() >= ms;

/** How long ago it was. */
export const ageMs = (since: Date, at: Date): number => Math.max(0, at.getTime() - since.getTime());
