import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/**
 * Whether this very process listens on the port, and not another one that was quicker.
 * Where the system doesn't tell (no /proc), yes: then only the server's own start-up error is the sign.
 *
 * @param {number} pid one of our own user's
 * @param {number} port
 */
export function ownsPort(pid, port) {
  if (process.platform !== 'linux') return true;
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(place) && fields[3] === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
  return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(linkTarget(`/proc/${pid}/fd/${fd}`)));
}

/** @param {string} file */
function linkTarget(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
