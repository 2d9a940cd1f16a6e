import type { OperatorRoute } from './route.js';
import { MONEY_ROUTES } from './routes/money.js';
import { RECORD_ROUTES } from './routes/records.js';

/** All routes of the operator API. Every call takes the same path (`serve-route.ts`); a handler only translates. */
export const ROUTES: readonly OperatorRoute[] = [...RECORD_ROUTES, ...MONEY_ROUTES];
