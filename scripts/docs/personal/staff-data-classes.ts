import { names, under, type StoredData } from './data-class.js';

const STAFF = 'Who it was: staff appear with names, so that others know whom to ask.';

/** Accounts of staff, and what staff did. */
export const STAFF_DATA: readonly StoredData[] = [
  {
    collection: 'people',
    kept: 'for ever: the audit log names people by id',
    seen: 'operators with `admin`',
    rows: [
      {
        class: 'clear',
        paths: [
          ...names('email name local.email former_emails provider.issuer provider.subject'),
          ...under('former_providers', 'issuer subject'),
        ],
        why: 'Name, address and account of a member of staff: they sign in with them.',
      },
      {
        class: 'hash',
        paths: ['local.password_hash'],
        why: 'argon2id of a password.',
        kept: 'until the password changes or the person is removed',
      },
    ],
  },
  {
    collection: 'invitations',
    kept: 'until 30 days after their end',
    seen: 'operators with `admin`',
    rows: [
      { class: 'clear', paths: ['email'], why: 'Who is invited.' },
      { class: 'clear', paths: under('issued_by', 'id name'), why: STAFF },
    ],
  },
  {
    collection: 'sessions',
    kept: 'until 30 days after their end',
    seen: 'the person; operators with `admin`',
    rows: [{ class: 'clear', paths: names('address agent'), why: 'From where a member of staff signed in.' }],
  },
  {
    collection: 'audit_log',
    kept: 'for ever: it is a chain',
    seen: 'operators with `audit:read`',
    rows: [
      {
        class: 'clear',
        paths: names('who.id from.host from.address'),
        why: 'Who acted, and from where: an account, an id of a person, an address of a member of staff.',
      },
      {
        class: 'hash',
        paths: ['facts.*_hash'],
        why: 'What somebody searched for.',
        kept: 'for ever: the chain can’t be changed',
      },
    ],
  },
  {
    collection: 'operator_keys',
    kept: 'for ever',
    seen: 'operators with `keys:read`',
    rows: [
      {
        class: 'clear',
        paths: [...under('issued_by', 'id name'), ...under('rotated_by', 'id name')],
        why: STAFF,
      },
    ],
  },
  {
    collection: 'drafts',
    kept: 'for ever',
    seen: 'operators',
    rows: [
      {
        class: 'clear',
        paths: [
          ...names('authors.name authors.id'),
          ...['changed', 'proposed', 'approved', 'applied', 'discarded'].flatMap((act) =>
            under(act, 'by.name by.id'),
          ),
        ],
        why: STAFF,
      },
    ],
  },
  {
    collection: 'catalogue_versions',
    kept: 'for ever',
    seen: 'operators',
    rows: [{ class: 'clear', paths: ['by'], why: STAFF }],
  },
  {
    collection: 'secrets',
    kept: 'until somebody removes it',
    seen: 'operators',
    rows: [
      {
        class: 'sealed',
        paths: ['sealed'],
        why: "A secret of a buyer or partner: it is nobody's data, but kept as safe.",
      },
      { class: 'clear', paths: ['set_by'], why: STAFF },
    ],
  },
  {
    collection: 'timed_changes',
    kept: 'for ever',
    seen: 'operators',
    rows: [
      { class: 'clear', paths: ['by', 'ended.by', 'proposed.by.name', 'proposed.approved.by'], why: STAFF },
    ],
  },
  {
    collection: 'attention',
    kept: '30 days',
    seen: 'operators',
    rows: [
      {
        class: 'clear',
        paths: names('taken_by.* note.by.* note.text'),
        why: STAFF,
      },
    ],
  },
  {
    collection: 'saved_views',
    kept: 'until its owner deletes it or is removed',
    seen: 'its owner',
    rows: [
      { class: 'clear', paths: names('owner name'), why: 'Whose view it is, and what they call it.' },
      {
        class: 'clear',
        paths: names('mail.to mail.refused.address'),
        why: 'To whom it is mailed: addresses of staff.',
      },
    ],
  },
  {
    collection: 'alert_mutes',
    kept: '90 days after their end',
    seen: 'operators',
    rows: [{ class: 'clear', paths: ['by'], why: STAFF }],
  },
];
