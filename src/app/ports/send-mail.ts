import type { Sent } from './outbox.js';

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
}

/** How a mail ended. */
export interface MailSent extends Sent {
  /** The addresses that the mail server refused for good. */
  readonly refused?: readonly string[];
  /** The mail server may have taken it. */
  readonly unsure?: true;
}

/** Sends an e-mail. Never rejects. */
export type SendMail = (mail: Mail) => Promise<MailSent>;
