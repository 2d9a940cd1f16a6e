import { uuid } from './parts.js';

/** Who calls for what, the first keys of search and submit. */
export const ownerKeys = () => ({
  svc_campaign_id: uuid().required().description('The campaign; the service never picks one'),
  svc_affiliate_id: uuid().required().description('The affiliate that the API key belongs to'),
});
