import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** A connection of the driver, as far as this file uses it. */
interface DriverConnection {
  readonly closed: boolean;
  readonly socket: Socket;
  cleanup(error: Error): void;
}

const changed = new WeakSet<DriverConnection>();

/**
 * Makes the driver end a write whose socket has closed. When a socket does not take a command at once, driver 7.8 waits
 * for `drain` or `error`. A socket that was closed without an error emits neither, so the command would wait forever.
 * This happens to a command that is written just after the server has closed the connection: Node has destroyed the
 * socket, but has not emitted `close` yet. If the command is a check by the driver's monitor, the process never finds
 * the server again. With a server that sends no `topologyVersion` (FerretDB), nothing else restarts the monitor.
 */
export function endWaitingWrites(): void {
  const connection = connectionOfDriver();
  if (changed.has(connection)) return;
  changed.add(connection);
  const cleanup = Reflect.get(connection, 'cleanup');
  connection.cleanup = function (this: DriverConnection, error: Error): void {
    if (this.closed) return;
    cleanup.call(this, error);
    // The waiting write continues, finds the error and rejects with it. Nobody else listens to this event.
    this.socket.emit('drain');
  };
}

/** The driver does not export the class. It must be the copy of the driver that mongoose uses. */
function connectionOfDriver(): DriverConnection {
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection } = ofMongoose('mongodb/lib/cmap/connection.js') as {
    readonly Connection: { readonly prototype: DriverConnection };
  };
  return Connection.prototype;
}
