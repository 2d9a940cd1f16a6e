import {
  endMute,
  listAlerts,
  muteAlerts,
  testChannels,
  type AlertList,
} from '../../app/alerts/act-on-alerts.js';
import type { Alert } from '../../core/alerts/alert.js';
import { formatMinute } from '../../core/catalogue/wall-clock.js';
import type { Mute } from '../../core/alerts/mute.js';
import type { MuteBody, TestAlertBody } from '../bodies/alerts.js';
import { noSuch } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

export async function readAlerts(ports: OperatorPorts, { now }: OperatorCall<object>) {
  const current = ports.catalogue.current();
  const { evaluated, firing, resolved, mutes, channels } = await listAlerts(ports, current, now);
  return {
    evaluated,
    firing: firing.map((alert) => ({ ...alertAnswer(alert), muted: alert.muted })),
    resolved: resolved.map((alert) => ({ ...alertAnswer(alert), muted: false })),
    mutes: mutes.map(muteAnswer),
    channels: channels.map((channel) => channelAnswer(channel, current.books.time_zone)),
  };
}

const alertAnswer = ({ told, resolved_at, gone_since: _, version: __, ...alert }: Alert) => ({
  ...alert,
  resolved_at: resolved_at ?? null,
  told_at: told?.at ?? null,
});

export const muteAnswer = ({ rule, subject, up_to, ...mute }: Mute) => ({
  ...mute,
  ...{ rule: rule ?? null, subject: subject ?? null, up_to: up_to ?? null },
});

/** The address is left out: it may be all that somebody needs to write there. */
const channelAnswer = (
  { name, least, via, digest, messages }: AlertList['channels'][number],
  zone: string,
) => ({
  ...{ name, least, kind: via.kind },
  digest_at: digest ? `${formatMinute(digest.at)} ${digest.time_zone ?? zone}` : null,
  waiting: messages?.waiting ?? 0,
  oldest: messages?.oldest ?? null,
  parked: messages?.parked ?? 0,
  last: messages?.last ? { at: messages.last.at, ok: messages.last.ok, detail: messages.last.detail } : null,
});

export const mute = async (ports: OperatorPorts, { body, viewer, audit }: OperatorCall<object, MuteBody>) => {
  const { until, ...rest } = body;
  const wanted = { ...rest, until: new Date(until) };
  return muteAnswer(await muteAlerts(ports, audit, wanted, viewer.name));
};

export async function unmute(ports: OperatorPorts, { values, audit }: OperatorCall<{ readonly id: string }>) {
  if (!(await endMute(ports, audit, values.id))) throw noSuch('mute with this id that has not ended', 'id');
  return { id: values.id, ended: true };
}

export const testAlerts = async (
  ports: OperatorPorts,
  { body, audit }: OperatorCall<object, TestAlertBody>,
) => ({
  channels: await testChannels(ports, audit, ports.catalogue.current(), body.channel),
});
