import joi from 'joi';
import { readableUrl, setting } from './setting-kinds.js';

export interface MailSettings {
  /** The mail server that sends alerts and saved views. */
  readonly smtpUrl?: string;
  /** The sender of these e-mails. */
  readonly smtpFrom: string;
}

/** How `console` sends e-mail. */
export const mailSettings = {
  smtpUrl: setting(
    joi.string(),
    'an smtp:// or smtps:// address without rejectUnauthorized (certificates are always verified, NODE_EXTRA_CA_CERTS adds an authority)',
    'Mail server through which `console` sends alerts and saved reports by e-mail. `smtps://` is TLS from the start; `smtp://` uses STARTTLS where the server offers it (`?requireTLS=true`: always).',
    'smtps://user:password@smtp.example.com',
  )
    .pattern(/^smtps?:\/\/(?!.*rejectUnauthorized)./i)
    .custom(readableUrl),
  smtpFrom: setting(joi.string(), 'an e-mail address', 'Sender of these e-mails.', 'leadkeep@example.com')
    .pattern(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/)
    .default('leadkeep@localhost'),
};
