import type { Permission } from '../../../src/core/operators/permissions.js';
import type { World } from './open-world.js';

/** A screen of the console. */
export interface Screen {
  /** For messages, and the file of its picture. */
  readonly name: string;
  readonly path: string;
  readonly needs: Permission;
}

const screen = (name: string, path: string, needs: Permission): Screen => ({ name, path, needs });

/** Every screen, on records of the history. A story compares the navigation with them. */
export async function screensOf({ history, connection }: World): Promise<readonly Screen[]> {
  const { answers, calendar } = history;
  const searched = await connection.collection<{ _id: string }>('searches').findOne({});
  return [
    screen('now', '/', 'traffic:read'),
    screen('leads', '/leads', 'leads:read'),
    screen('refused-lead', `/leads/${answers.refused_lead.id}`, 'leads:read'),
    screen('unknown-lead', `/leads/${answers.unknown_leads.ids[0] ?? ''}`, 'leads:read'),
    screen('search', `/searches/${searched?._id ?? ''}`, 'searches:read'),
    screen('reports', '/reports', 'reports:read'),
    screen('affiliates', '/affiliates', 'traffic:read'),
    screen('campaigns', '/campaigns', 'traffic:read'),
    screen('offers', '/offers', 'traffic:read'),
    screen('offer', '/offers/mba', 'traffic:read'),
    screen('buyers', '/buyers', 'traffic:read'),
    screen('buyer', '/buyers/harbor', 'traffic:read'),
    screen('caps', '/caps', 'traffic:read'),
    screen('partners', '/partners', 'traffic:read'),
    screen('refused-calls', '/refused-calls', 'traffic:read'),
    screen('statements', '/statements', 'statements:read'),
    screen(
      'statement',
      `/statements?kind=buyer&of=lakeshore&month=${calendar.closed.month}`,
      'statements:read',
    ),
    screen('months', '/periods', 'statements:read'),
    screen('bulk', '/bulk', 'settle'),
    screen('catalogue', '/catalogue', 'catalogue:read'),
    screen('alerts', '/alerts', 'alerts:read'),
    screen('keys', '/keys', 'keys:read'),
    screen('people', '/people', 'people:read'),
    screen('audit-log', '/audit-log', 'audit:read'),
  ];
}
