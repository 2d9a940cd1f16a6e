import { wordsOfRevocation } from '../../../core/messages.js';
import { EXAMPLE_IDS } from '../examples.js';
import type { OperationDescription } from '../operation-description.js';
import { LEAD_ID_PARAMETER } from '../parameters.js';

export const describeRevocation: OperationDescription = {
  id: 'revoke_consent',
  tag: 'Submit',
  summary: "Pass on a consumer's revocation of consent",
  description:
    'The person of one of your leads does not want to be contacted any more. The e-mail address and the phone number of the lead go on the suppression list, for all buyers and affiliates, and are in force within 5 seconds. The lead itself stays as it is. This works for months after the data of the lead was removed too; `suppressed` says whether somebody is on the list. A test lead suppresses nobody. The call may be repeated. It needs no body, and counts against the limit of submits.',
  parameters: [{ ...LEAD_ID_PARAMETER, description: 'The svc_lead_id that the submit answered' }],
  examples: {},
  outcomes: {
    200: [
      {
        code: 'OK',
        when: 'the person is on the list',
        schema: 'Revocation',
        members: {
          ...wordsOfRevocation('listed'),
          svc_lead_id: EXAMPLE_IDS.lead,
          suppressed: ['email', 'phone'],
        },
      },
      {
        code: 'OK',
        when: 'it is a test lead',
        schema: 'Revocation',
        members: { ...wordsOfRevocation('test'), svc_lead_id: EXAMPLE_IDS.lead, suppressed: [] },
      },
      {
        code: 'OK',
        when: 'the data of the lead was removed, and nothing is left by which the person could be known',
        schema: 'Revocation',
        members: { ...wordsOfRevocation('unknown'), svc_lead_id: EXAMPLE_IDS.lead, suppressed: [] },
      },
    ],
    404: [{ code: 'NOT_FOUND', when: 'no lead with that id is yours', members: { field: 'svc_lead_id' } }],
  },
};
