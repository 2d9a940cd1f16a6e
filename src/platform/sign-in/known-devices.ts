import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KnownDevices } from '../../app/ports/sign-in-ports.js';
import { DEVICE_KNOWN_MS } from '../../core/people/device.js';

/**
 * A device's token is `<time>.<id>.<HMAC>`, for one account. It is not stored, and it is no right to anything: it only
 * keeps the failures of others from slowing this browser down.
 */
export function createKnownDevices(installationSecret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'leadkeep device 1', 32));
  const hmac = (text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('base64url');
  const macOf = (time: string, id: string, email: string): string => hmac(`device:${time}.${id}:${email}`);
  return {
    mint(email, now) {
      const [time, id] = [now.getTime().toString(36), randomBytes(12).toString('base64url')];
      return `${time}.${id}.${macOf(time, id, email)}`;
    },
    idOf(token, email, now) {
      const [, time = '', id = '', mac = ''] =
        /^([0-9a-z]{1,11})\.([\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
      if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(time, id, email))))
        return undefined;
      return now.getTime() - parseInt(time, 36) < DEVICE_KNOWN_MS ? id : undefined;
    },
    keyedHash: (text) => hmac(`counter:${text}`),
  };
}
