import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Heard {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

type Misbehavior = number | 'hangs up' | 'endless' | 'redirects';

export interface AlertReceivers {
  readonly smtpUrl: string;
  readonly url: string;
  readonly mails: { readonly to: readonly string[]; readonly data: string }[];
  readonly heard: Heard[];
  /** How the web server answers, by path; others: 200. */
  misbehave(ways: Readonly<Record<string, Misbehavior>>): void;
  close(): Promise<void>;
}

/** A real mail server, whose mailboxes `nobody…` do not exist, and a web server that misbehaves when asked to. */
export async function startAlertReceivers(): Promise<AlertReceivers> {
  const mails: AlertReceivers['mails'] = [];
  const heard: Heard[] = [];
  let misbehaves: Readonly<Record<string, Misbehavior>> = {};
  const smtp = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onRcptTo: ({ address }, _session, done) => {
      done(address.startsWith('nobody') ? new Error('no such mailbox') : null);
    },
    onData(stream, session, done) {
      let data = '';
      stream.on('data', (chunk: Buffer) => (data += chunk.toString()));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), data });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const web = createServer((request, response) => {
    const { url: path = '', headers } = request;
    const way = misbehaves[path] ?? 200;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push({ path, headers, body });
      if (way === 'hangs up') request.socket.destroy();
      else if (way === 'redirects') response.writeHead(302, { location: '/elsewhere' }).end();
      else if (way === 'endless') {
        response.writeHead(200).on('error', () => undefined);
        const more = (): void => {
          if (response.writable) response.write('x'.repeat(65_536), more);
        };
        more();
      } else response.writeHead(way, way === 429 ? { 'retry-after': '600' } : {}).end('ok');
    });
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
  return {
    ...{ mails, heard },
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    url: `http://127.0.0.1:${portOf(web)}`,
    misbehave(ways) {
      misbehaves = ways;
    },
    async close() {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
      await new Promise<void>((resolve) => {
        smtp.close(resolve);
      });
    },
  };
}
