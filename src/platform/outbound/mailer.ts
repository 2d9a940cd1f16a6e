import { createTransport } from 'nodemailer';
import type { Sent } from '../../app/ports/outbox.js';

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Sends an e-mail. Never rejects. */
export type SendMail = (mail: Mail) => Promise<Sent>;

const LIMIT_MS = 20_000;

/** The errors of the library, in words. Others stand with their code. */
const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused name or password',
  ECONNECTION: 'the mail server could not be reached',
  ESOCKET: 'the mail server could not be reached',
  EDNS: 'the host name of the mail server could not be looked up',
  ETIMEDOUT: 'the mail server did not answer in time',
  EENVELOPE: 'the mail server refused sender or receivers',
  EMESSAGE: 'the mail server refused the message',
};

/** E-mail through the operator's own server (`SMTP_URL`), which may be a private address. */
export function createMailer(smtpUrl: string | undefined, from: string): SendMail {
  if (smtpUrl === undefined) return () => Promise.resolve({ ok: false, detail: 'SMTP_URL is not set' });
  const transport = createTransport({
    url: smtpUrl,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    tls: { rejectUnauthorized: true },
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    try {
      // The library fails if all receivers are refused. By LMTP they may be refused only after the message.
      const { accepted, rejected } = await transport.sendMail({ from, to: [...to], subject, text });
      if (rejected.length === 0) return { ok: true, detail: 'sent' };
      if (accepted.length === 0) return { ok: false, detail: `${WORDS['EENVELOPE']} (EENVELOPE)` };
      const refused = `the mail server refused ${rejected.length} of ${to.length} receivers`;
      return { ok: false, detail: `${refused}, the others were told`, partly: true };
    } catch (error) {
      // The library's own sentence may repeat addresses.
      const { code = 'error', responseCode } = error as { code?: string; responseCode?: number };
      const detail = `${WORDS[code] ?? 'the e-mail was not sent'} (${code})`;
      return { ok: false, detail, ...(responseCode === undefined ? {} : { status: responseCode }) };
    }
  };
}
