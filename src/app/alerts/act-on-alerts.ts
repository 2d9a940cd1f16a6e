import { RULES } from '../../core/alerts/apply-rules.js';
import { MAX_MUTE_MS, muteOf, type Mute } from '../../core/alerts/mute.js';
import { alertSettingsOf, type AlertChannel } from '../../core/alerts/settings.js';
import { laneOfChannel, messageTo, testAlert } from '../../core/alerts/channel-alert.js';
import type { Alert } from '../../core/alerts/alert.js';
import { severityRank } from '../../core/alerts/finding.js';
import type { Lane } from '../../core/outbox/lane.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { compact } from '../../core/catalogue/compact.js';
import { cleanOperatorWords } from '../../core/clean-words.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { AlertStore } from '../ports/alert-store.js';
import type { Leases } from '../ports/leases.js';
import type { LaneCount, Outbox } from '../ports/outbox.js';

import { LEASE } from './take-turns.js';

export interface AlertPorts {
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
  readonly leases: Pick<Leases, 'isTaken'>;
  readonly newId: () => string;
}

const RESOLVED_SHOWN = 50;
const DAY_MS = 24 * 3_600_000;

export interface AlertList {
  /** Whether a console evaluates them. */
  readonly evaluated: boolean;
  readonly firing: readonly (Alert & { readonly muted: boolean })[];
  /** The newest ones. */
  readonly resolved: readonly Alert[];
  readonly mutes: readonly Mute[];
  readonly channels: readonly (AlertChannel & { readonly messages?: LaneCount & Pick<Lane, 'last'> })[];
}

/** Everything about the alerts. Throws on an outage. */
export async function listAlerts(
  { alerts, outbox, leases }: AlertPorts,
  catalogue: Pick<Catalogue, 'alerts'>,
  now: Date,
): Promise<AlertList> {
  const { channels } = alertSettingsOf(catalogue);
  const laneOf = ({ name }: AlertChannel): string => laneOfChannel(name);
  const [evaluated, open, resolved, mutes, counts, lanes] = await Promise.all([
    leases.isTaken(LEASE, now),
    alerts.open(),
    alerts.resolved(RESOLVED_SHOWN),
    alerts.mutes(now),
    outbox.counts(new Date(now.getTime() - DAY_MS)),
    outbox.readLanes(channels.map(laneOf)),
  ]);
  return {
    evaluated,
    firing: open
      .filter(({ state }) => state === 'firing')
      .sort(
        (a, b) =>
          severityRank(b.severity) - severityRank(a.severity) || b.fired_at.getTime() - a.fired_at.getTime(),
      )
      .map(({ told, ...alert }) => ({
        ...alert,
        // Without a channel, its message went to nobody.
        ...(told && channels.length > 0 && { told }),
        muted: muteOf(alert, mutes, now) !== undefined,
      })),
    resolved,
    mutes,
    channels: channels.map((channel) => {
      const count = counts.find(({ lane }) => lane === laneOf(channel));
      const last = lanes.find(({ id }) => id === laneOf(channel))?.last;
      return { ...channel, ...(count && { messages: { ...count, ...(last && { last }) } }) };
    }),
  };
}

export type NewMute = Omit<Mute, 'id' | 'by' | 'at'>;

/** Silences alerts for a while. Throws an ActRefused, whose message is for a person. */
export async function muteAlerts(
  { alerts, newId }: AlertPorts,
  audit: AuditPorts,
  { rule, subject, up_to, until, why }: NewMute,
  by: string,
): Promise<Mute> {
  const at = audit.clock();
  const clean = cleanOperatorWords(why);
  if (rule !== undefined && !RULES.some(({ name }) => name === rule))
    throw new ActRefused(
      'invalid',
      `There is no rule ${rule}: the rules are ${RULES.map(({ name }) => name).join(', ')}`,
      'rule',
    );
  if (until <= at || until.getTime() - at.getTime() > MAX_MUTE_MS)
    throw new ActRefused(
      'invalid',
      'A mute must end within 31 days. To get no alerts of a rule at all, change its threshold',
      'until',
    );
  if (clean === undefined)
    throw new ActRefused('invalid', 'Give a reason in words, without personal data', 'why');
  const mute: Mute = {
    ...{ id: newId(), until, why: clean, by, at },
    ...compact({ rule, subject, up_to }),
  };
  const facts = { rule: rule ?? 'all', until: until.toISOString() };
  const act = { action: 'alerts.mute', on: { kind: 'mute', ids: [mute.id] }, why, facts } as const;
  await audited(audit, act, () => alerts.addMute(mute));
  return mute;
}

/** Ends a mute. False: there is no such mute, or it has ended. */
export const endMute = ({ alerts }: AlertPorts, audit: AuditPorts, id: string): Promise<boolean> =>
  audited(
    audit,
    { action: 'alerts.unmute', on: { kind: 'mute', ids: [id] } },
    () => alerts.endMute(id, audit.clock()),
    (ended) => ({ result: ended ? 'done' : 'nothing' }),
  );

/** Puts a test message for these channels into the outbox; absent: for all. Returns the names of the channels. */
export async function testChannels(
  { outbox, newId }: AlertPorts,
  audit: AuditPorts,
  catalogue: Pick<Catalogue, 'alerts'>,
  channel?: string,
): Promise<readonly string[]> {
  const all = alertSettingsOf(catalogue).channels.map(({ name }) => name);
  const names = channel === undefined ? all : all.filter((name) => name === channel);
  if (names.length === 0)
    throw new ActRefused(
      'invalid',
      channel === undefined
        ? 'The catalogue has no channels for alerts'
        : `There is no channel ${channel} in the catalogue`,
      'channel',
    );
  const at = audit.clock();
  const id = newId();
  await audited(audit, { action: 'alerts.test', on: { kind: 'channel', ids: names } }, () =>
    outbox.add(
      names.map((name) => messageTo(name, id, testAlert(at), at)),
      at,
    ),
  );
  return names;
}
