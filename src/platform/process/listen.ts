import type { Server } from 'node:http';
import { SettingsError } from './settings.js';

/** The setting of the address that belongs to the setting of each port. */
const HOST_OF = { PORT: 'HOST', HEALTH_PORT: 'HEALTH_HOST or HOST', CONSOLE_PORT: 'CONSOLE_HOST' } as const;

/**
 * Callers that the system lets connect before the process has accepted them: in a burst, more arrive at once than it can
 * accept. Linux allows `net.core.somaxconn`, which is 4096. Node's default is 511.
 */
const BACKLOG = 4_096;

/**
 * Begins to listen on one address, or on all (`0.0.0.0`, `::`). Rejects with a SettingsError that names the setting
 * if the port or address is taken, not allowed, or not on this machine.
 */
export function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
  setting: keyof typeof HOST_OF,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      const { code = '' } = error;
      if (code === 'EADDRNOTAVAIL')
        reject(new SettingsError(`Settings: ${HOST_OF[setting]} ${host} is no address of this machine.`));
      else reject(sentences[code] ? new SettingsError(sentence(setting, port, code)) : error);
    };
    server.once('error', refuse);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used by this user',
};

const sentence = (setting: keyof typeof HOST_OF, port: number, code = ''): string =>
  `Settings: ${setting} ${port} ${sentences[code] ?? 'cannot be used'}.`;
