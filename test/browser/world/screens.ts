import { openRequest } from '../../support/returns.js';
import { callFrom } from './call.js';
import type { World } from './open-world.js';
import type { Person } from './person.js';

/** A screen of the console. */
export interface Screen {
  /** For messages, and the files of its pictures. */
  readonly name: string;
  readonly path: string;
}

type PathOf = (world: World, reader: Person) => string | Promise<string>;

/** Every screen, on records of the history. A story compares the navigation with them, and a test the pictures. */
const PATHS = {
  now: () => '/',
  leads: () => '/leads',
  'refused-lead': ({ history }) => `/leads/${history.answers.refused_lead.id}`,
  'unknown-lead': ({ history }) => `/leads/${history.answers.unknown_leads.ids[0] ?? ''}`,
  search: async ({ connection }) => {
    const searched = await connection.collection<{ _id: string }>('searches').findOne({});
    return `/searches/${searched?._id ?? ''}`;
  },
  reports: () => '/reports',
  stages: () => '/stages',
  affiliates: () => '/affiliates',
  affiliate: () => '/affiliates/northwind',
  campaigns: () => '/campaigns',
  campaign: () => '/campaigns/northwind-mail',
  webhooks: () => '/webhooks',
  webhook: () => '/webhooks/webhook:affiliate:northwind',
  offers: () => '/offers',
  offer: () => '/offers/mba',
  buyers: () => '/buyers',
  buyer: () => '/buyers/harbor',
  caps: () => '/caps',
  partners: () => '/partners',
  'refused-calls': () => '/refused-calls',
  statements: () => '/statements',
  statement: ({ history }) => `/statements?kind=buyer&of=lakeshore&month=${history.calendar.closed.month}`,
  months: () => '/periods',
  suppressions: () => '/suppressions',
  'personal-data': () => '/personal-data',
  retention: () => '/personal-data?see=retention',
  'return-requests': async ({ connection }) => {
    await plantRequests(connection);
    return '/return-requests';
  },
  bulk: () => '/bulk',
  catalogue: () => '/catalogue',
  version: () => '/catalogue/versions/1',
  draft: async (_world, reader) => `/catalogue/drafts/${await draftWithFault(reader)}`,
  alerts: () => '/alerts',
  keys: () => '/keys',
  secrets: () => '/secrets',
  people: () => '/people',
  'audit-log': () => '/audit-log',
} as const satisfies Readonly<Record<string, PathOf>>;

export const SCREEN_NAMES = Object.keys(PATHS);

/** The screens, for somebody who may see all of them and write a draft. They stand on a page of the console. */
export const screensOf = (world: World, reader: Person): Promise<readonly Screen[]> =>
  Promise.all(
    Object.entries<PathOf>(PATHS).map(async ([name, path]) => ({ name, path: await path(world, reader) })),
  );

/** Buyers ask to return the two newest leads that they accepted. */
async function plantRequests(connection: World['connection']): Promise<void> {
  const leads = connection.collection<{ _id: string }>('leads');
  const sold = { state: 'accepted', returns: { $exists: false }, return_requests: { $exists: false } };
  const found = await leads.find(sold, { sort: { received_at: -1 }, limit: 2 }).toArray();
  for (const [n, { _id }] of found.entries()) {
    const request_due_at = new Date(Date.now() + (n + 2) * DAY_MS);
    const return_requests = [openRequest(new Date(), request_due_at)];
    const return_evidence = { 0: { text: 'It rang out three times, on three days' } };
    await leads.updateOne({ _id }, { $set: { return_requests, return_evidence, request_due_at } });
  }
}

const DAY_MS = 86_400_000;
const DRAFTS = '/api/v1/operator/drafts';

/** Begins a draft and writes something wrong into it. Returns its id. */
async function draftWithFault({ page }: Person): Promise<string> {
  const created = await callFrom(page, 'POST', DRAFTS, { title: 'More places at Teaching' });
  const { id, files } = created.body as { id: string; files: readonly { name: string; text: string }[] };
  const wrong = files.map(({ name, text }) => ({ name, text: text.replace('limit:', 'limits:') }));
  await callFrom(page, 'PUT', `${DRAFTS}/${id}`, { revision: 1, files: wrong });
  await callFrom(page, 'POST', `${DRAFTS}/${id}/validate`);
  return id;
}
