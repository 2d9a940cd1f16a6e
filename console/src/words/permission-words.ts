import type { components } from '../api/schema';

type Permission = components['schemas']['OperatorKey']['scopes'][number];

/** Everything that somebody may be allowed to do, for people. The service decides what they mean. */
const PERMISSIONS: Readonly<Record<Permission, string>> = {
  'leads:read': 'Read leads',
  'searches:read': 'Read searches',
  'reports:read': 'Read reports',
  'statements:read': 'Read statements',
  'pii:read': 'See personal data',
  'traffic:read': 'See traffic: offers, buyers, affiliates, caps',
  'catalogue:read': 'Read the catalogue',
  'catalogue:draft': 'Write drafts of the catalogue',
  'catalogue:apply': 'Apply drafts',
  pause: 'Pause and resume',
  limit: 'Change cap limits for a time',
  price: 'Set another price or payout for a time',
  settle: 'Settle leads',
  return: 'Return leads',
  'stages:write': 'Record what became of sold leads',
  'books:adjust': 'Adjust the books',
  'books:close': 'Close months',
  'statements:mark': 'Mark statements as sent or paid',
  'keys:read': 'See keys',
  'keys:write': 'Issue and revoke keys',
  'people:read': 'See people and sessions',
  'people:write': 'Invite people, change roles',
  'audit:read': 'Read the audit log',
  'alerts:read': 'See alerts',
  'alerts:write': 'Mute alerts; take items on Now and add notes',
  suppress: 'See and change the suppression list',
  persons: 'Find, export and erase people; see which buyers to tell',
};

export const permissionOptions = Object.entries(PERMISSIONS).map(([value, label]) => ({ value, label }));

export const ROLES = [
  {
    value: 'viewer',
    label: 'Viewer',
    about: 'reads leads, reports with their amounts, and the catalogue; no statements or personal data',
  },
  { value: 'support', label: 'Support', about: 'also sees personal data, with a reason' },
  {
    value: 'operator',
    label: 'Operator',
    about: 'also settles, returns, pauses, sets limits and prices for a time, issues keys',
  },
  {
    value: 'finance',
    label: 'Finance',
    about: 'reads and marks statements, adjusts the books, closes months',
  },
  { value: 'admin', label: 'Admin', about: 'manages people and the catalogue' },
] as const;

export const roleWords = (role: string): string => ROLES.find(({ value }) => value === role)?.label ?? role;
