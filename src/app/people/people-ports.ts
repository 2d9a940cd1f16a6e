import type { SessionStore } from '../ports/people-store.js';
import type { ManagePorts } from './manage-people.js';

/** What the operator API needs to show and manage people. */
export interface PeoplePorts extends ManagePorts {
  readonly sessions: Pick<SessionStore, 'listValid' | 'end' | 'endAll'>;
  /** Where invitation links lead. */
  readonly consoleUrl: string;
}
