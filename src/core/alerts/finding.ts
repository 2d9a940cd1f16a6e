/** `urgent`: somebody must look now. `soon`: today. `note`: good to know. */
export const SEVERITIES = ['note', 'soon', 'urgent'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The higher, the more severe. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

export type SubjectKind =
  | 'exchange'
  | 'affiliate'
  | 'buyer'
  | 'offer'
  | 'campaign'
  | 'cap'
  | 'queue'
  | 'secret'
  | 'process'
  | 'service'
  | 'catalogue'
  | 'channel'
  | 'endpoint';

/** What a finding is about. */
export interface Subject {
  readonly kind: SubjectKind;
  /** An id of the catalogue, or a name. It stays the same as long as the finding lasts. */
  readonly id: string;
  /** For people. A handle of the catalogue where there is one. */
  readonly name: string;
}

/** The unit of a value and its threshold. Milliseconds, a share from 0 to 1, or a number of things. */
export type Unit = 'ms' | 'share' | 'count';

/** Something that needs somebody, as the readings show it now. It never holds personal data. */
export interface Finding {
  /** The same for the same rule and subject. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly subject: Subject;
  /** Since when, as far as it is known. */
  readonly since: Date;
  /** How many things it is about: leads, jobs, faults. 1 where that says nothing. */
  readonly count: number;
  /** For people, in the present tense, without the time: `since` has it. */
  readonly sentence: string;
  readonly value: number;
  readonly threshold: number;
  readonly unit: Unit;
}

/** What a rule finds. A finding without `since` is as old as its first sighting, and no finding is younger than that. */
export interface Found extends Omit<Finding, 'id' | 'rule' | 'since'> {
  readonly since?: Date;
}

/** The id of a rule's finding about a subject. */
export const findingId = (rule: string, { kind, id }: Subject): string => `${rule}|${kind}|${id}`;

export const EXCHANGE: Subject = { kind: 'exchange', id: 'exchange', name: 'the exchange' };

/** `1 lead`, `12 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** `80%`. A share that is not 1 is never shown as 100%. */
export const percent = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;
