import type { OperatorRoute } from './route.js';
import { BOOK_ROUTES } from './routes/books.js';
import { ALERT_ROUTES } from './routes/alerts.js';
import { BULK_ROUTES } from './routes/bulk.js';
import { CAMPAIGN_ROUTES } from './routes/campaigns.js';
import { CATALOGUE_ROUTES } from './routes/catalogue.js';
import { DRAFT_ROUTES } from './routes/drafts.js';
import { KEY_ROUTES } from './routes/keys.js';
import { LEAD_ACT_ROUTES } from './routes/lead-acts.js';
import { REPORT_ROUTES } from './routes/reports.js';
import { OPERATOR_KEY_ROUTES } from './routes/operator-keys.js';
import { PEOPLE_ROUTES } from './routes/people.js';
import { PERSON_ROUTES } from './routes/persons.js';
import { RECORD_ROUTES } from './routes/records.js';
import { SAVED_VIEW_ROUTES } from './routes/saved-views.js';
import { SCREEN_ROUTES } from './routes/screens.js';
import { SUPPRESSION_ROUTES } from './routes/suppressions.js';
import { SWITCH_ROUTES } from './routes/switches.js';
import { SECRET_ROUTES } from './routes/secrets.js';
import { WEBHOOK_ROUTES } from './routes/webhooks.js';
import { TIMED_CHANGE_ROUTES } from './routes/timed-changes.js';
import { TRAFFIC_ROUTES } from './routes/traffic.js';

/** All routes of the operator API. Every call takes the same path (`serve-route.ts`); a handler only translates. */
export const ROUTES: readonly OperatorRoute[] = [
  ...SCREEN_ROUTES,
  ...RECORD_ROUTES,
  ...LEAD_ACT_ROUTES,
  ...BULK_ROUTES,
  ...SWITCH_ROUTES,
  ...TIMED_CHANGE_ROUTES,
  ...SECRET_ROUTES,
  ...CATALOGUE_ROUTES,
  ...DRAFT_ROUTES,
  ...KEY_ROUTES,
  ...OPERATOR_KEY_ROUTES,
  ...TRAFFIC_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...BOOK_ROUTES,
  ...ALERT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...SUPPRESSION_ROUTES,
  ...PERSON_ROUTES,
  ...REPORT_ROUTES,
  ...SAVED_VIEW_ROUTES,
  ...PEOPLE_ROUTES,
];
