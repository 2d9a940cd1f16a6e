import type { AlertChannel } from './settings.js';
import { highestSent, type Notice, type NoticeKind } from './alert.js';
import { severityRank, type Finding } from './finding.js';
import type { NewMessage } from '../outbox/outbox-message.js';

/** What a channel is told of one alert. */
export interface ChannelAlert extends Omit<Finding, 'since'> {
  readonly event: NoticeKind | 'test' | 'digest';
  /** Of a digest: more about it, a sentence each. */
  readonly lines?: readonly string[];
  readonly since: Date;
  readonly fired_at: Date;
  readonly resolved_at?: Date;
}

const LANE_PREFIX = 'alerts:';

/** The lane of the outbox in which a channel is told, by the channel's name. */
export const laneOfChannel = (name: string): string => `${LANE_PREFIX}${name}`;
export const channelOfLane = (lane: string): string => lane.slice(LANE_PREFIX.length);

/** The message of a notice to each channel that wants to hear of it. */
export const messagesOf = (
  { id, kind, alert }: Notice,
  channels: readonly AlertChannel[],
  at: Date,
): NewMessage[] => {
  const { state: _state, gone_since: _gone, told: _told, version: _version, ...facts } = alert;
  const content: ChannelAlert = { event: kind, ...facts };
  // The end is told wherever something was told of it: at the highest severity that was told.
  const severity = kind === 'resolved' ? (highestSent(alert) ?? alert.severity) : alert.severity;
  return channels
    .filter(({ least }) => severityRank(severity) >= severityRank(least))
    .map(({ name }) => messageTo(name, id, content, at));
};

export const messageTo = (channel: string, id: string, content: ChannelAlert, at: Date): NewMessage => ({
  ...{ id: `${channel}|${id}`, kind: 'alert', lane: laneOfChannel(channel) },
  ...{ subject: laneOfChannel(channel), order: at.getTime(), content, created_at: at },
});

/** The message of `leadkeep alerts test`. */
export const testAlert = (at: Date): ChannelAlert => ({
  ...{ event: 'test', id: 'test', rule: 'test', severity: 'note', count: 1 },
  subject: { kind: 'exchange', id: 'exchange', name: 'the exchange' },
  sentence: 'This is a test alert. Nothing is wrong.',
  ...{ value: 0, threshold: 0, unit: 'count', since: at, fired_at: at },
});
