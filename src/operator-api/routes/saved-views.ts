import { VIEW_SCREENS } from '../../core/saved-views/saved-view.js';
import { mailViewBody, saveViewBody } from '../bodies/saved-views.js';
import { deleteView, endViewMail, listViews, mailView, saveView } from '../handlers/saved-views.js';
import { inPath, oneOf, optional, uuid } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

export const SAVED_VIEW_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/saved-views`,
    permission: 'reports:read',
    limit: 'reads',
    parameters: { screen: optional(oneOf(VIEW_SCREENS), 'Only those of this screen') },
    handle: listViews,
    describe: {
      id: 'list_saved_views',
      summary: 'List your saved views',
      description: 'By name. Nobody sees those of others.',
      schema: 'SavedViews',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/saved-views`,
    permission: 'reports:read',
    limit: 'acts',
    parameters: {},
    body: saveViewBody,
    handle: saveView,
    describe: {
      id: 'save_view',
      summary: 'Save a view',
      description:
        'Saves the filters of a screen under a name, or replaces what you saved under that name before. A query is stored as it is sent.',
      schema: 'SavedView',
      conflict: 'you have the most views that one person can have',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/saved-views/:id`,
    permission: 'reports:read',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the view') },
    handle: deleteView,
    describe: {
      id: 'delete_saved_view',
      summary: 'Delete a saved view',
      description: 'One of your own.',
      schema: 'DeletedView',
      notFound: 'you have no view with this id',
    },
  }),
  route({
    method: 'PUT',
    path: `${BASE}/saved-views/:id/mail`,
    permission: 'reports:read',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the view') },
    body: mailViewBody,
    handle: mailView,
    describe: {
      id: 'mail_saved_view',
      summary: 'Have a saved view mailed',
      description:
        'Mails the report of a view each day, week or month at an hour of a time zone, as long as you may read reports. Each run is sent at most once. What the mail server answers is in `mail.last`; an address that it refuses for good gets nothing more.',
      schema: 'SavedView',
      notFound: 'you have no view with this id',
      conflict: 'it is no view of reports, a key asks, or Leadkeep has no mail server',
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/saved-views/:id/mail`,
    permission: 'reports:read',
    limit: 'acts',
    parameters: { id: inPath(uuid, 'The id of the view') },
    handle: endViewMail,
    describe: {
      id: 'end_view_mail',
      summary: 'Stop mailing a saved view',
      description: 'The view stays.',
      schema: 'SavedView',
      notFound: 'you have no view with this id',
    },
  }),
];
