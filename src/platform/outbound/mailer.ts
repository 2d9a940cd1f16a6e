import { createTransport } from 'nodemailer';
import type { MailSent, SendMail } from '../../app/ports/send-mail.js';

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

/** Errors of a connection: it may have broken off after the message. */
const BROKEN_OFF: readonly string[] = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL'];

/** What the library says of a failure. */
interface Failure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly syscall?: string;
  readonly rejectedErrors?: readonly Refusal[];
}
interface Refusal {
  readonly recipient?: string | undefined;
  readonly responseCode?: number | undefined;
}

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
  return async ({ to, attachments = [], ...mail }) => {
    try {
      const sent = await transport.sendMail({ from, to: [...to], attachments: [...attachments], ...mail });
      // The library fails if all receivers are refused. By LMTP they may be refused only after the message.
      const { accepted, rejected, rejectedErrors } = sent;
      if (rejected.length === 0) return { ok: true, detail: 'sent' };
      if (accepted.length === 0)
        return { ok: false, detail: `${WORDS['EENVELOPE']} (EENVELOPE)`, ...refusedIn(rejectedErrors) };
      const refused = `the mail server refused ${rejected.length} of ${to.length} receivers`;
      return {
        ...{ ok: false, detail: `${refused}, the others were told`, partly: true },
        ...refusedIn(rejectedErrors),
      };
    } catch (error) {
      return failed(error as Failure);
    }
  };
}

/** The library's own sentence may repeat addresses. */
function failed({ code = 'error', responseCode, syscall, rejectedErrors }: Failure): MailSent {
  const isUnsure = BROKEN_OFF.includes(code) && responseCode === undefined && syscall !== 'connect';
  return {
    ...{ ok: false, detail: `${WORDS[code] ?? 'the e-mail was not sent'} (${code})` },
    ...(responseCode === undefined ? {} : { status: responseCode }),
    ...(isUnsure && { unsure: true as const }),
    ...refusedIn(rejectedErrors),
  };
}

/** A temporary refusal is none. */
function refusedIn(refusals: readonly Refusal[] | undefined): Pick<MailSent, 'refused'> {
  const refused = (refusals ?? []).flatMap(({ recipient, responseCode = 0 }) =>
    responseCode >= 500 && recipient !== undefined ? [recipient] : [],
  );
  return refused.length === 0 ? {} : { refused };
}
