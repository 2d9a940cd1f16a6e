import { LEAD_ID_PARAMETER } from '../parameters.js';
import type { OperationDescription } from '../operation-description.js';
import { DECISION_OUTCOMES } from './decisions.js';

export const describeReadLead: OperationDescription = {
  id: 'read_lead',
  tag: 'Submit',
  summary: 'Read the outcome of a submitted lead',
  description:
    'The submit answer as it now stands, always with HTTP 200. Counts against the limit of reading results.',
  parameters: [{ ...LEAD_ID_PARAMETER, description: 'The svc_lead_id that the submit answered' }],
  examples: {},
  outcomes: {
    200: DECISION_OUTCOMES,
    404: [{ code: 'NOT_FOUND', when: 'no lead with that id is yours', members: { field: 'svc_lead_id' } }],
  },
};
