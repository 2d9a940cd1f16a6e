import type { Cap } from '../catalogue/types.js';
import type { ClockDifference } from '../clock-difference.js';
import type { VerifyStep } from '../verification/verify-step.js';
import type { Subject } from './finding.js';

/** The breaker of one destination that is not closed. */
export interface BrokenDestination {
  readonly owner: 'offer' | 'campaign';
  readonly id: string;
  readonly handle: string;
  readonly what: 'delivery' | 'search' | 'follow-up' | 'verification';
  /** Of a verification: the name of its step, and what becomes of leads while its service is away. */
  readonly step?: Pick<VerifyStep, 'name' | 'when_away'>;
  /** Since when requests fail. Absent: longer than the calls that are kept. */
  readonly failing_since?: Date;
  /** The newest request got no further than the proxy (OUTBOUND_PROXY). */
  readonly at_proxy?: true;
}

/** The leads of one buyer whose outcome is unknown, and that were received by the time of the threshold. */
export interface UnknownLeads {
  readonly buyer_id: string;
  readonly handle: string;
  readonly name: string;
  /** Of each of its offers, by name, how many there are, and when the oldest was received. */
  readonly offers: readonly { readonly name: string; readonly count: number; readonly oldest: Date }[];
}

export interface LeadsReading {
  readonly unknown: readonly UnknownLeads[];
  /** How many leads wait for a decision that somebody or something must still make. */
  readonly undecided: number;
  /** When the most overdue lead was due. Null: none is. */
  readonly oldest_due: Date | null;
  /** What leads still owe elsewhere, of all kinds. */
  readonly effects: { readonly count: number; readonly oldest: Date | null };
}

/** One cap in its open window. */
export interface CapReading {
  readonly cap: Pick<Cap, 'id' | 'window' | 'limit'>;
  /** Like `offer nursing, day`. */
  readonly name: string;
  /** For sentences. Absent: the name. */
  readonly label?: string;
  readonly reserved: number;
  readonly confirmed: number;
  readonly resets_at: Date | null;
}

export interface QueueReading {
  readonly queue: string;
  readonly waiting: number;
  /** When the oldest new job was added. Null: none waits. */
  readonly oldest: Date | null;
}

/** What somebody did in a stretch of time. */
export interface Traffic {
  /** Searches and submits. */
  readonly seen: number;
  readonly accepted: number;
  readonly refused: number;
  /** Undecided or unknown: they may still be accepted. */
  readonly open: number;
}

/** The newest counted hours, and the same hours of the same weekday one to four weeks before. */
export interface TrafficReading {
  readonly from: Date;
  readonly to: Date;
  readonly subjects: readonly {
    readonly subject: Subject;
    readonly recent: Traffic;
    readonly weeks: readonly Traffic[];
  }[];
}

/** A process that said in the last minutes that it runs. */
export interface ProcessReading {
  readonly name: string;
  readonly at: Date;
  /** Secrets that it needs and does not have, with the handles of the offers that need them. */
  readonly missing_secrets: readonly { readonly name: string; readonly offers: readonly string[] }[];
  /** Names of the secrets that it has of its own. Absent: of another release, so that nobody knows. */
  readonly own_secrets?: { readonly files: readonly string[]; readonly variables: readonly string[] };
  /** It runs, and takes no work: it waits until it is ready. */
  readonly waits?: true;
  /** How far its clock is off, and the name of its machine. Absent: nothing was compared yet. */
  readonly clock?: ClockDifference & { readonly host: string };
}

/** How often something happened lately, by what the processes count. */
export interface CountsReading {
  /** Faults in partners' answers of the last two hours. */
  readonly partner_faults: readonly { readonly offer: string; readonly faults: number }[];
  /** Pre-checks of the last day. */
  readonly dupe_checks: readonly {
    readonly affiliate: string;
    readonly asked: number;
    readonly likely: number;
  }[];
}

/** A catalogue that was applied past the four eyes. */
export interface EmergencyApply {
  readonly at: Date;
  /** The number of its entry in the audit log. */
  readonly entry: number;
  readonly who: string;
}

/** What a channel of the alerts still has to be told. */
export interface ChannelReading {
  readonly channel: string;
  readonly waiting: number;
  readonly oldest: Date | null;
  /** Given up in the last day. */
  readonly parked: number;
}

/** How fast a buyer answered, in stretches of 24 hours up to now, the newest first. */
export interface AnswerDays {
  readonly buyer_id: string;
  readonly handle: string;
  readonly name: string;
  readonly days: readonly { readonly from: Date; readonly answers: number; readonly p95_ms: number }[];
}

/** What an affiliate's webhook or postback still has to be told. */
export interface EndpointReading {
  /** `webhook:affiliate:northwind` */
  readonly name: string;
  readonly affiliate: string;
  readonly waiting: number;
  readonly oldest: Date | null;
  /** Given up in the last day. */
  readonly parked: number;
  readonly is_paused: boolean;
}

/** Leads that wait for a data key which the workers that tried them do not have. */
export interface LockedLeads {
  readonly data_key: string;
  readonly leads: number;
}

/** Revocations and erasures of which somebody must tell a buyer. */
export interface ByHandReading {
  readonly count: number;
  readonly oldest: Date | null;
}

/** Open return requests that are near their deadline. */
export interface RequestsReading {
  readonly count: number;
  /** The nearest deadline. */
  readonly first: Date | null;
}

/** Everything that the rules look at. Each part has a source of its own, which may be away. */
export interface Sources {
  readonly destinations: readonly BrokenDestination[];
  readonly leads: LeadsReading;
  readonly caps: readonly CapReading[];
  readonly ledger: 'sound' | 'rebuilding' | 'stale' | 'none' | 'unsuitable';
  readonly queues: readonly QueueReading[];
  readonly traffic: TrafficReading;
  readonly processes: readonly ProcessReading[];
  readonly counts: CountsReading;
  readonly applies: readonly EmergencyApply[];
  readonly channels: readonly ChannelReading[];
  readonly answers: readonly AnswerDays[];
  readonly endpoints: readonly EndpointReading[];
  readonly locked: readonly LockedLeads[];
  readonly by_hand: ByHandReading;
  /** Leads that a buyer returned, and reported a stage of afterwards, in the last 30 days. */
  readonly after_return: readonly {
    readonly buyer_id: string;
    readonly handle: string;
    readonly name: string;
    readonly stages: number;
  }[];
  readonly requests: RequestsReading;
}

/** What could be read at a moment. A part that is absent could not be read: nobody knows what its rules would find. */
export type Readings = Partial<Sources> & {
  readonly at: Date;
  /** The services that did not answer: `MongoDB`, `Redis`. */
  readonly away: readonly string[];
};
