import { mergeLeads, toLeadData } from '../../core/lead/lead-data.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord, StoredResult } from '../../core/search/search-record.js';
import type { Api, Call } from '../call.js';
import { notYours, resultCampaignMismatch, searchResultNotFound } from '../faults.js';
import { campaignOf, isVisible } from '../ownership.js';
import { readAsked, type ResultSubmit } from '../schemas/submit-schema.js';
import { newLead } from './new-lead.js';
import { sortKeys } from './split-body-keys.js';

/** Form A: lead, tracking and terms come from the search; what is sent with the submit replaces it field by field. */
export async function leadOfResult(api: Api, call: Call<ResultSubmit>): Promise<LeadRecord> {
  const { body, now } = call;
  const { search, result } = await ownResult(api, call);
  const { terms } = result;
  const { answers, asked, extra } = sortKeys(body, terms.form_fields);
  const sent = mergeLeads(readAsked(asked, now), toLeadData(body.lead ?? {}));
  return newLead(api, call, {
    form: 'A',
    offer_id: result.offer_id,
    search_id: search.id,
    result_id: result.id,
    terms,
    lead: mergeLeads(search.lead, sent),
    tracking: { ...search.tracking, ...body.tracking },
    answers,
    extra,
    is_test: search.is_test,
    tcpa_text: terms.tcpa_text,
    programs: terms.programs,
    form_fields: terms.form_fields,
  });
}

/** Results of earlier runs of the search are kept beside it; one of another affiliate is as unknown as none. */
async function ownResult(
  api: Api,
  { body, key }: Call<ResultSubmit>,
): Promise<{ search: SearchRecord; result: StoredResult }> {
  const { searches } = api.platform;
  const { svc_result_id } = body;
  const search = await searches.read(body.search_lead_id);
  if (!search || !isVisible(key, search)) throw searchResultNotFound();
  const result =
    search.results.find(({ id }) => id === svc_result_id) ??
    // Only a search that was run again has results elsewhere.
    (search.round > 1 ? await searches.earlierResult(search.id, svc_result_id) : null);
  if (!result) throw searchResultNotFound();
  if (result.campaign_id !== body.svc_campaign_id) throw resultCampaignMismatch();
  if (!campaignOf(api, key.affiliate_id, result.campaign_id)) throw notYours('svc_campaign_id');
  return { search, result };
}
