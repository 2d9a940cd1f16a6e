import { connect } from 'node:net';

/**
 * Asks a Redis for `INFO`, without a client library. One that still reads its data says so to every other command.
 *
 * @param {number} port on the loopback interface
 * @returns {Promise<{ pid: number, version: string } | null>} null when nothing answers as Redis within a second, or it is not ready for commands
 */
export function probeRedis(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    /** @param {{ pid: number, version: string } | null} answer */
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => done(null));
    socket.once('error', () => done(null));
    socket.once('connect', () => socket.write('INFO server persistence\r\n'));
    socket.once('close', () => done(null));
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const version = /redis_version:([\d.]+)/.exec(text)?.[1];
      const pid = /process_id:(\d+)\r/.exec(text)?.[1];
      const loading = /\nloading:(\d)/.exec(text)?.[1];
      if (version && pid && loading) done(loading === '0' ? { pid: Number(pid), version } : null);
    });
  });
}
