import type { Page } from '../harness/playwright.js';

export interface Called {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The token that a call needs which changes something. */
export const csrfOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`fetch('/api/v1/session').then((answer) => answer.json()).then(({ csrf }) => csrf)`);

/** Calls the API from the page, as its own script does. */
export async function callFrom(page: Page, method: string, path: string, body?: object): Promise<Called> {
  const headers = { 'X-CSRF-Token': await csrfOf(page), 'Content-Type': 'application/json' };
  const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return page.evaluate<Called>(
    `fetch(${JSON.stringify(path)}, ${JSON.stringify(options)})
      .then(async (answer) => ({ status: answer.status, body: await answer.json() }))`,
  );
}
