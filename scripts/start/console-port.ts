import { freePort } from '../processes/free-port.js';
import { requireFreePort } from './require-free-port.js';

const DEFAULT = 3001;

/**
 * The CONSOLE_PORT of `npm start`: the one that is set (0: a free one), else the default one. If another program has that, a free
 * one.
 */
export async function consolePort(set = '', host?: string): Promise<string> {
  if (set !== '' && Number(set) === 0) return String(await freePort());
  if (set !== '') {
    await requireFreePort('CONSOLE_PORT', Number(set), host);
    return set;
  }
  const isFree = await requireFreePort('CONSOLE_PORT', DEFAULT, host).then(
    () => true,
    () => false,
  );
  return String(isFree ? DEFAULT : await freePort());
}
