import type { ToForget } from '../../core/lead/forgotten.js';
import type { Erasure, ErasureDone } from '../../core/person/erasure.js';
import type { PersonRecords } from './person-records.js';
import type { KeptAnswer } from './verification-answers.js';

/** `lead_id`: the lead that was asked about. */
export type KeptOfLead = KeptAnswer & { readonly lead_id: string };

/** Erasures of persons, and where persons are looked for. Throws on an outage. */
export interface ErasureStore {
  /**
   * Ids of leads and searches that have or ever had one of these keyed hashes, and of the searches that such leads came from,
   * unless these have somebody else. Leads without any hashes are found by those of their evidence.
   */
  find(keys: readonly string[], before?: Date): Promise<PersonRecords>;
  /** What else is stored about leads, by collection. */
  beside(leadIds: readonly string[], keys: readonly string[]): Promise<Readonly<Record<string, number>>>;
  /**
   * News and messages of webhooks about leads, as they are stored, with their click ids in clear, and notices to buyers.
   */
  told(leadIds: readonly string[]): Promise<readonly object[]>;
  /**
   * Answers of verification services that were heard about leads, and are kept for others, in clear. Throws an OutageError if a
   * data key of them is not there.
   */
  verified(leadIds: readonly string[]): Promise<readonly KeptOfLead[]>;
  /** Removes click ids of these leads from news and messages, and answers of verification services about them. */
  scrub(leadIds: readonly string[]): Promise<void>;
  /** No evidence is to be kept of these leads, as far as their persons were removed. */
  forgetEvidence(leadIds: readonly string[]): Promise<void>;
  /** The person of an undecided lead is to be removed. Of several such wishes, the earliest date and the most removed count. */
  forgetLater(leadId: string, forget: ToForget): Promise<void>;
  /** Leads whose person was to go later and can go now: they are decided, or the date is over and no worker has them. */
  ripe(now: Date, limit: number): Promise<string[]>;
  /** The number of the last erasure, of one that was noted as lacking too. 0: there was none. */
  last(): Promise<number>;
  /**
   * Numbers up to a known one, in order, of erasures that were made and are not here, because a backup was restored: those
   * behind the last one, those that were noted, and of `files` those that are not here. Another gap does not count: its
   * erasure was broken off at once.
   */
  lacking(known: number, files?: readonly number[]): Promise<readonly number[]>;
  /** Stores which numbers behind the last one are lacking. `last` is the known one from then on, so that none is taken twice. */
  noteLacking(known: number): Promise<void>;
  /** These are not lacking any more, because nobody can do them again. */
  giveUp(numbers: readonly number[]): Promise<void>;
  /** Stores an erasure that is to be done. False: its number is taken. */
  begin(erasure: Erasure): Promise<boolean>;
  /** The erasure has these records, too. */
  join(number: number, more: PersonRecords): Promise<void>;
  unfinished(): Promise<Erasure[]>;
  /** All erasures of a case, the first one first. Those that are done have no keys any more. */
  ofCase(of: string): Promise<Erasure[]>;
  /** Drops its keys. */
  finish(number: number, done: ErasureDone): Promise<void>;
}

/** Files outside the database, one for each erasure. */
export interface ErasureJournal {
  last(): Promise<number>;
  /** Writes an erasure to disk. False: its number is taken. Throws if it can't be written. */
  write(erasure: Erasure): Promise<boolean>;
  read(): Promise<Erasure[]>;
}
