import { freePort } from '../processes/free-port.js';

/**
 * A HEALTH_PORT for each process by name. All run on this machine, so they get the configured port and the following ones,
 * in the Procfile's order; for 0, free ports. Without the setting, none.
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
