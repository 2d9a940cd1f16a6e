import { freePort } from '../processes/free-port.js';

/**
 * A HEALTH_PORT for each process, by its name: the one that is set and those that follow it, in the Procfile's order,
 * because they all run on this machine; free ones for 0. None where none is set.
 */
export async function healthPortsOf(
  services: readonly { readonly name: string }[],
  set = '',
): Promise<ReadonlyMap<string, string>> {
  const ports = new Map<string, string>();
  if (set === '') return ports;
  const first = Number(set);
  for (const [n, { name }] of services.entries())
    ports.set(name, String(first === 0 ? await freePort() : first + n));
  return ports;
}
