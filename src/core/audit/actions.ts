/**
 * Everything that the audit log records. The names are stored, so they never change; a new action is a new row. A log
 * may hold actions of a newer build, so nothing that reads it relies on this list.
 */
export const AUDIT_ACTIONS = [
  'catalogue.apply',
  'catalogue.rollback',
  'catalogue.pause',
  'catalogue.resume',
  /** A change without the four eyes that the catalogue asks for. */
  'catalogue.emergency',
  'draft.create',
  'draft.save',
  'draft.propose',
  'draft.approve',
  'draft.withdraw',
  'key.issue',
  'key.rotate',
  'key.revoke',
  'operator_key.issue',
  'operator_key.rotate',
  'operator_key.revoke',
  'lead.settle',
  'lead.return',
  'lead.return_undo',
  'lead.reveal',
  'lead.find',
  'lead.export',
  'search.reveal',
  'offer.test_post',
  'books.adjust',
  'books.export',
  'books.import',
  'period.close',
  'session.begin',
  'session.end',
  'person.invite',
  'person.join',
  'person.roles',
  'person.remove',
  'ledger.rebuild',
  'database.migrate',
  'finding.act',
  'alerts.mute',
  'alerts.unmute',
  'alerts.test',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
