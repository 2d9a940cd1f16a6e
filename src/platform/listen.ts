import type { Server } from 'node:http';
import { SettingsError } from './settings.js';

/**
 * Begins to listen on all addresses. A port that is taken or not allowed is a SettingsError that names the
 * setting, for the person who chose it.
 */
export function listen(server: Server, port: number, setting: 'PORT' | 'HEALTH_PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      reject(sentences[error.code ?? ''] ? new SettingsError(sentence(setting, port, error.code)) : error);
    };
    server.once('error', refuse);
    server.listen(port, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used by this user',
};

const sentence = (setting: string, port: number, code = ''): string =>
  `Settings: ${setting} ${port} ${sentences[code] ?? 'cannot be used'}.`;
