import { muteBody, testAlertBody } from '../bodies/alerts.js';
import { mute, readAlerts, testAlerts, unmute } from '../handlers/alerts.js';
import { inPath, uuid } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

/** Alerts, their mutes and channels. */
export const ALERT_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/alerts`,
    permission: 'alerts:read',
    limit: 'reads',
    parameters: {},
    handle: readAlerts,
    describe: {
      id: 'list_alerts',
      summary: 'List alerts, mutes and channels',
      description:
        'Firing alerts, the newest resolved ones, active mutes, and each channel with the messages waiting for it.',
      schema: 'Alerts',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/alerts/mutes`,
    permission: 'alerts:write',
    limit: 'acts',
    parameters: {},
    body: muteBody,
    handle: mute,
    describe: {
      id: 'mute_alerts',
      summary: 'Mute alerts for a while',
      description:
        "Channels aren't notified of these alerts until the mute ends; what still fires then is sent. They still show in the list, and last on Now.",
      schema: 'Mute',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/alerts/mutes/:id`,
    permission: 'alerts:write',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the mute') },
    handle: unmute,
    describe: {
      id: 'end_mute',
      summary: 'End a mute',
      description: 'Channels are notified of what is still firing within 15 seconds.',
      schema: 'EndedMute',
      notFound: 'there is no such mute, or it has ended',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/alerts/test`,
    permission: 'alerts:write',
    limit: 'acts',
    parameters: {},
    body: testAlertBody,
    handle: testAlerts,
    describe: {
      id: 'test_alerts',
      summary: 'Send a test message to channels',
      description: 'Sent within seconds. If the channel refuses it, the list of alerts shows its answer.',
      schema: 'TestedChannels',
    },
  }),
];
