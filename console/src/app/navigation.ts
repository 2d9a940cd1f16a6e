import {
  Activity,
  BadgeDollarSign,
  BellRing,
  BookOpenCheck,
  Building2,
  CalendarCheck2,
  ChartColumn,
  FileStack,
  Gauge,
  GraduationCap,
  Handshake,
  Inbox,
  KeyRound,
  LockKeyhole,
  Megaphone,
  OctagonX,
  Route,
  ScrollText,
  Undo2,
  Users,
  Waypoints,
  ShieldUser,
  UserX,
  Webhook,
} from 'lucide-react';

/** A screen in the navigation, with the permission that it needs. */
export interface NavigationItem {
  readonly path: string;
  readonly name: string;
  /** One of these permissions opens it. */
  readonly needs: string | readonly string[];
  readonly icon: typeof Activity;
}

export interface NavigationGroup {
  readonly title?: string;
  readonly items: readonly NavigationItem[];
}

const item = (
  path: string,
  name: string,
  needs: NavigationItem['needs'],
  icon: typeof Activity,
): NavigationItem => ({
  ...{ path, name, needs, icon },
});

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    items: [
      item('/', 'Now', 'traffic:read', Activity),
      item('/leads', 'Leads', 'leads:read', Inbox),
      item('/reports', 'Reports', 'reports:read', ChartColumn),
      item('/stages', 'After the sale', 'reports:read', Route),
    ],
  },
  {
    title: 'Traffic',
    items: [
      item('/affiliates', 'Affiliates', 'traffic:read', Megaphone),
      item('/campaigns', 'Campaigns', 'traffic:read', Waypoints),
      item('/offers', 'Offers', 'traffic:read', GraduationCap),
      item('/buyers', 'Buyers', 'traffic:read', Building2),
      item('/partners', 'Partners', 'traffic:read', Handshake),
      item('/caps', 'Caps', 'traffic:read', Gauge),
      item('/webhooks', 'Webhooks', 'traffic:read', Webhook),
      item('/refused-calls', 'Refused calls', 'traffic:read', OctagonX),
    ],
  },
  {
    title: 'Money',
    items: [
      item('/statements', 'Statements', 'statements:read', BadgeDollarSign),
      item('/periods', 'Months', 'statements:read', CalendarCheck2),
    ],
  },
  {
    title: 'Operations',
    items: [
      item('/return-requests', 'Return requests', 'leads:read', Undo2),
      item('/bulk', 'Settle and return', ['settle', 'return', 'stages:write'], FileStack),
      item('/catalogue', 'Catalogue', 'catalogue:read', BookOpenCheck),
    ],
  },
  {
    title: 'People and privacy',
    items: [
      item('/suppressions', 'Suppression list', 'suppress', UserX),
      item('/personal-data', 'Personal data', ['persons', 'catalogue:read'], ShieldUser),
    ],
  },
  {
    title: 'Settings',
    items: [
      item('/alerts', 'Alerts', 'alerts:read', BellRing),
      item('/keys', 'Keys', ['keys:read', 'people:read'], KeyRound),
      item('/secrets', 'Secrets', 'catalogue:read', LockKeyhole),
      item('/people', 'People', 'people:read', Users),
      item('/audit-log', 'Audit log', 'audit:read', ScrollText),
    ],
  },
];
