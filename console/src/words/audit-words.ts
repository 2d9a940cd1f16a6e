import { isRecord, textOf } from './values';

const ACTIONS: Readonly<Record<string, string>> = {
  'catalogue.apply': 'Applied',
  'catalogue.rollback': 'Rolled back to',
  'catalogue.emergency': 'Changed the catalogue without a second person',
  'draft.create': 'Created a draft',
  'draft.save': 'Edited a draft',
  'draft.propose': 'Proposed a draft',
  'draft.approve': 'Approved a draft',
  'draft.withdraw': 'Withdrew a draft',
  'catalogue.pause': 'Paused',
  'catalogue.resume': 'Resumed',
  'timed_change.add': 'Started a timed change of',
  'timed_change.approve': 'Approved a timed change of',
  'timed_change.end': 'Ended a timed change of',
  'secret.set': 'Set a secret',
  'secret.remove': 'Removed a secret',
  'key.issue': 'Issued a key',
  'key.rotate': 'Replaced a key',
  'key.revoke': 'Revoked a key',
  'campaign.link': 'Created a link to a posting specification',
  'operator_key.issue': 'Issued an operator key',
  'operator_key.rotate': 'Replaced an operator key',
  'operator_key.revoke': 'Revoked an operator key',
  'lead.settle': 'Settled',
  'lead.return': 'Returned',
  'lead.return_undo': 'Undid the return of',
  'lead.stage': 'Recorded a stage of',
  'lead.return_decide': 'Decided the return request of',
  'lead.reveal': 'Viewed personal data of',
  'lead.find': 'Searched for a person',
  'lead.export': 'Exported leads',
  'search.reveal': 'Viewed personal data of the',
  'offer.test_post': 'Sent a test post',
  'books.adjust': 'Adjusted the books',
  'books.export': 'Exported the books',
  'period.close': 'Closed a month',
  'statement.mark': 'Marked statements',
  'statement.unmark': 'Took back a mark of statements',
  'ledger.rebuild': 'Rebuilt the cap ledger',
  'database.migrate': 'Migrated the database',
  'data_keys.rotate': 'Encrypted records with another key',
  'identity_secret.rotate': 'Replaced the identity secret',
  'finding.act': 'Took or noted an item on Now',
  'session.begin': 'Signed in',
  'session.end': 'Signed out',
  'person.invite': 'Invited someone',
  'invitation.withdraw': 'Withdrew an invitation',
  'person.join': 'Joined',
  'person.roles': 'Changed the roles of',
  'person.remove': 'Removed',
  'alerts.mute': 'Muted alerts',
  'alerts.unmute': 'Ended a mute',
  'alerts.test': 'Sent a test alert',
  'view.mail': 'Scheduled a report by e-mail',
  'view.mail_end': 'Stopped a report by e-mail',
  'webhook.replay': 'Sent messages again',
  'webhook.pause': 'Paused a webhook',
  'webhook.resume': 'Resumed a webhook',
  'webhook.test': 'Sent a test to a webhook',
  'consent.prove': 'Read the proof of a consent',
  'person.export': 'Exported a person',
  'person.erase': 'Erased a person',
  'person.replay_journal': 'Erased again after a restore',
  'notice.told': 'Marked a buyer as told',
  'notice.again': 'Told a buyer again',
  'suppression.add': 'Added to the suppression list',
  'suppression.remove': 'Removed from the suppression list',
  'suppression.import': 'Imported a suppression list',
  'suppression.find': 'Searched the suppression list',
};

export const actionWords = (action: string): string => ACTIONS[action] ?? action;

export const actionOptions = Object.entries(ACTIONS).map(([value, label]) => ({ value, label }));

const CAP_WINDOWS: Readonly<Record<string, string>> = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  total: 'total',
};

/** Facts, or what stood before and after, as short text. */
export function factsText(facts: unknown): string {
  if (!isRecord(facts)) return '';
  return Object.entries(facts)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${textOf(value)}`)
    .join(', ')
    .replaceAll(/\bcaps\.(\w+)\.limit\b/g, (_, window: string) => `${CAP_WINDOWS[window] ?? window} cap`)
    .replaceAll(' → ', ' to ');
}
