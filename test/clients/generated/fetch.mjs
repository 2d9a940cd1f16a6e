/**
 * The same as openapi_generator.py, with the TypeScript client (typescript-fetch) that OpenAPI Generator made. Arguments: the
 * compiled client, the file of cases.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder = '', file = ''] = process.argv;
const made = await import(pathToFileURL(`${folder}/index.js`).href);
const { cases, id, month } = JSON.parse(readFileSync(file, 'utf8'));

/**
 * @param {any} with_
 * @param {string} operation
 * @param {any} body
 */
function call(with_, operation, body) {
  const [search, submit] = [new made.SearchApi(with_), new made.SubmitApi(with_)];
  const reconcile = new made.ReconciliationApi(with_);
  /** @type {Record<string, () => Promise<unknown>>} */
  const calls = {
    search: () => search.search({ searchRequest: made.SearchRequestFromJSON(body) }),
    results: () => search.results({ svcLeadId: id }),
    campaign: () => submit.campaign({ svcCampaignId: id }),
    submit: () => submit.submit({ submitRequest: made.SubmitRequestFromJSON(body) }),
    read_lead: () => submit.readLead({ svcLeadId: id }),
    revoke_consent: () => submit.revokeConsent({ svcLeadId: id }),
    lead_feed: () => reconcile.leadFeed({}),
    statement: () => reconcile.statement({ month }),
    dupe_check: () =>
      new made.DuplicatesApi(with_).dupeCheck({ dupeCheckRequest: made.DupeCheckRequestFromJSON(body) }),
    call_back: () => new made.CallbacksApi(with_).callBack({ token: 'token', requestBody: body }),
  };
  return calls[operation]?.();
}

for (const { url, operation, status, schema, body } of cases) {
  const with_ = new made.Configuration({ basePath: url });
  try {
    const read = await call(with_, operation, body).catch(async (/** @type {any} */ error) => {
      if (error.response?.status !== status) throw error;
      return made.ErrorAnswerFromJSON(await error.response.json());
    });
    const written = read === undefined ? null : made[`${schema}ToJSON`](read);
    console.log(JSON.stringify({ read: written }));
  } catch (error) {
    console.log(JSON.stringify({ fault: String(error) }));
  }
}
