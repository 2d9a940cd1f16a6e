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
      {
        class: 'none',
        paths: [
          ...names('_id roles provider_roles roles_set_at created_at removed_at'),
          ...under('local', 'totp_secret totp_step'),
        ],
        why: 'Roles, times, and the encrypted secret of the authenticator app.',
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
      {
        class: 'none',
        paths: names('_id id roles created_at expires_at used_at issued_by.kind'),
        why: 'The hash of the link, roles and times.',
      },
    ],
  },
  {
    collection: 'sessions',
    kept: 'until 30 days after their end',
    seen: 'the person; operators with `admin`',
    rows: [
      { class: 'clear', paths: names('address agent'), why: 'From where a member of staff signed in.' },
      {
        class: 'none',
        paths: names('_id id person_id created_at used_at expires_at revoked_at'),
        why: 'The hash of the token, the person by id, times.',
      },
    ],
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
      {
        class: 'none',
        paths: [
          ...names(
            '_id at action phase intent result why hash prev nonce number who.kind from.kind on.kind on.ids',
          ),
          ...names('facts.* after.* before.*'),
        ],
        why: 'Actions, ids, counts and codes. Reasons are cleaned of personal data.',
      },
    ],
  },
  {
    collection: 'api_keys',
    kept: 'for ever',
    seen: 'operators with `keys:read`',
    rows: [
      {
        class: 'none',
        paths: [
          ...names('_id id prefix affiliate_id is_test operations created_at expires_at revoked_at'),
          ...names('replaced_by replaces limits.*.*'),
        ],
        why: 'Keys of affiliates, by hash.',
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
      {
        class: 'none',
        paths: [
          ...names('_id id prefix name scopes created_at expires_at revoked_at replaced_by'),
          ...names('issued_by.kind rotated_by.kind'),
        ],
        why: 'Keys of programs, by hash.',
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
      { class: 'none', paths: ['**'], why: 'A change of the catalogue, with its checks.' },
    ],
  },
  {
    collection: 'catalogue_versions',
    kept: 'for ever',
    seen: 'operators',
    rows: [
      { class: 'clear', paths: ['by'], why: STAFF },
      { class: 'none', paths: names('_id at how subject comment document'), why: 'The catalogue.' },
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
      {
        class: 'none',
        paths: names('_id at note.at'),
        why: 'What somebody looks after.',
      },
    ],
  },
  {
    collection: 'alerts',
    kept: '90 days after their end',
    seen: 'operators; the channels of alerts',
    rows: [{ class: 'none', paths: ['**'], why: 'Rules, handles and counts.' }],
  },
  {
    collection: 'alert_mutes',
    kept: '90 days after their end',
    seen: 'operators',
    rows: [
      { class: 'clear', paths: ['by'], why: STAFF },
      { class: 'none', paths: names('_id rule subject up_to until why at'), why: 'What is not told.' },
    ],
  },
  {
    collection: 'leases',
    kept: 'until taken again',
    seen: 'nobody',
    rows: [{ class: 'none', paths: names('_id owner until'), why: 'Which process does what.' }],
  },
  {
    collection: 'identity_secrets',
    kept: 'for ever',
    seen: 'nobody',
    rows: [
      {
        class: 'none',
        paths: names('_id checks phase ended step after'),
        why: 'Check values of the secrets that key persons, and where a rotation is.',
      },
    ],
  },
  {
    collection: 'meta',
    kept: 'for ever',
    seen: 'nobody',
    rows: [{ class: 'none', paths: ['**'], why: 'Versions, progress of work, check values of secrets.' }],
  },
];
