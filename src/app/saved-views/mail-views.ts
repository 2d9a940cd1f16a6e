import { allowedTo } from '../../core/people/person.js';
import { ReportRefused } from '../../core/reports/report-request.js';
import type { SavedView } from '../../core/saved-views/saved-view.js';
import { afterRun, type RunEnd, type ViewMail } from '../../core/saved-views/view-mail.js';
import type { Sending } from '../outbox/serve-lanes.js';
import type { Sent } from '../ports/outbox.js';
import type { PeopleStore } from '../ports/people-store.js';
import type { SavedViewStore } from '../ports/saved-view-store.js';
import type { SendMail } from '../ports/send-mail.js';
import { report, type ReportPorts } from '../reports/report.js';
import type { ViewMessage } from './owe-mails.js';
import { faultMail, reportMail } from './report-mail.js';
import { requestOfView } from './request-of-view.js';

export interface MailPorts {
  readonly savedViews: Pick<SavedViewStore, 'read' | 'begin' | 'endRun'>;
  readonly people: Pick<PeopleStore, 'read'>;
  readonly reporting: ReportPorts;
  /** Makes a report after others: each may hold 200,000 leads. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly sendMail: SendMail;
  readonly clock: () => Date;
  /** Where people open the console. */
  readonly consoleUrl: string;
}

type Mailed = SavedView & { readonly mail: ViewMail };

/**
 * Makes the report of a view as of its run, and mails it. A run is begun in the view first, and sent by nobody else: a mail
 * that may have left when its process died is not sent again. Throws on an outage.
 */
export const mailView =
  (ports: MailPorts): Sending['send'] =>
  async (messages) => {
    const { savedViews, clock } = ports;
    // What waited longer says less.
    const { view_id, run } = (messages.at(-1) ?? messages[0]).content as ViewMessage;
    const view = await savedViews.read(view_id);
    const { mail } = view ?? {};
    if (!view || !mail || mail.stopped !== undefined) return over('nobody has this view mailed any more');
    if (mail.last?.ok === true && mail.last.at.getTime() === run.getTime())
      return { ok: true, detail: mail.last.detail };
    const end = async (came: Omit<RunEnd, 'at'>): Promise<Sent> => {
      await savedViews.endRun(view_id, afterRun(mail, { at: run, ...came }, clock()));
      return came.ok || came.again ? { ok: came.ok, detail: came.detail } : over(came.detail);
    };
    if (!(await mayRead(ports, view.owner)))
      return end({ ok: false, detail: 'Not sent.', stopped: 'Its owner may not read reports any more.' });
    const content = await contentOf(ports, { ...view, mail }, run);
    if (!(await savedViews.begin(view_id, run)))
      return end({ ok: false, detail: 'A process ended while it was sent. It may have arrived.' });
    const refused = mail.refused.map(({ address }) => address);
    const to = mail.to.filter((address) => !refused.includes(address));
    const sent = await ports.sendMail({ ...content.mail, to });
    const stopped = content.fault === undefined ? {} : { stopped: content.fault };
    if (sent.ok || sent.partly)
      return end({ ok: true, detail: sentence(sent.detail), refused: sent.refused ?? [], ...stopped });
    // Nobody has it, and a later try may work.
    if (!sent.unsure && !sent.refused && (sent.status ?? 400) < 500)
      return end({ ok: false, detail: sentence(sent.detail), again: true });
    const detail = sentence(sent.detail) + (sent.unsure ? ' It may have arrived.' : '');
    return end({ ok: false, detail, refused: sent.refused ?? [] });
  };

const over = (detail: string): Sent => ({ ok: false, detail, final: true });

const sentence = (detail: string): string => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;

async function mayRead({ people }: MailPorts, owner: string): Promise<boolean> {
  const person = await people.read(owner);
  return person !== null && person.removed_at === undefined && allowedTo(person).includes('reports:read');
}

/** What is mailed. A view that can't be shown any more says so once: `fault` is why nothing is mailed after that. */
async function contentOf({ reporting, takeTurn, consoleUrl }: MailPorts, view: Mailed, run: Date) {
  try {
    const made = await takeTurn(() => report({ ...reporting, clock: () => run }, requestOfView(view.query)));
    return { mail: reportMail(view, made, consoleUrl), fault: undefined };
  } catch (error) {
    if (!(error instanceof ReportRefused)) throw error;
    return { mail: faultMail(view, error.message, consoleUrl), fault: error.message };
  }
}
