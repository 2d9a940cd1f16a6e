import { apiPage } from './api-page.js';
import { behaviorsPage } from './behaviors-page.js';
import { commandsPage } from './commands-page.js';
import { invariantsPage } from './invariants-page.js';
import { permissionsPage } from './permissions-page.js';
import { personalDataPage } from './personal-data-page.js';
import { settingsPage } from './settings-page.js';
import { statesPage } from './states-page.js';

/** The pages of docs/reference, each with what makes it from the code. */
export const REFERENCE: readonly { readonly page: string; readonly text: () => string }[] = [
  { page: 'docs/reference/api.md', text: apiPage },
  { page: 'docs/reference/commands.md', text: commandsPage },
  { page: 'docs/reference/invariants.md', text: invariantsPage },
  { page: 'docs/reference/permissions.md', text: permissionsPage },
  { page: 'docs/reference/personal-data.md', text: personalDataPage },
  { page: 'docs/reference/sandbox-behaviors.md', text: behaviorsPage },
  { page: 'docs/reference/settings.md', text: settingsPage },
  { page: 'docs/reference/states.md', text: statesPage },
];
