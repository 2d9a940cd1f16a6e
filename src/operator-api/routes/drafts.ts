import {
  applyDraftBody,
  backtestBody,
  capBody,
  createDraftBody,
  DRAFT_BYTES,
  draftTestPostBody,
  entryBody,
  revisionBody,
  sampleAnswerBody,
  saveDraftBody,
  typedAnswerBody,
} from '../bodies/drafts.js';
import {
  apply,
  approve,
  backtest,
  create,
  createCapDraft,
  DRAFT_ENTRY_PARAMETERS,
  listDestinationTemplates,
  listDrafts,
  propose,
  readDraft,
  readDraftEntry,
  save,
  saveDraftEntry,
  testPostDraft,
  tryDraftAnswer,
  tryTypedAnswer,
  validate,
  withdraw,
} from '../handlers/drafts.js';
import { inPath, needed, optional, uuid, whole } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const OF_DRAFT = { id: inPath(uuid, 'The id of the draft') };
const REVISION = whole(1, 999_999_999);
/** An answer as long as a worker reads it, and an offer. */
const SAMPLE_BYTES = 1_048_576;
const NO_DRAFT = 'there is no draft with this id';

/** Changes of the catalogue that are not in force yet. */
export const DRAFT_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/drafts`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: {},

    handle: listDrafts,
    describe: {
      id: 'list_drafts',
      summary: 'List drafts',
      description: 'The 200 with the newest changes, in any state.',
      schema: 'DraftList',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: {},
    body: createDraftBody,
    maxBytes: DRAFT_BYTES,
    handle: create,
    describe: {
      id: 'create_draft',
      summary: 'Make a draft',
      description:
        "A change of the catalogue that isn't applied yet. Without files, it has those of the active version.",
      schema: 'Draft',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/cap`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: {},
    body: capBody,

    handle: createCapDraft,
    describe: {
      id: 'draft_cap',
      summary: 'Draft another limit of a cap',
      description: 'A draft of the active version in which one cap has another limit.',
      schema: 'Draft',
    },
  }),
  route({
    path: `${BASE}/drafts/:id`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: OF_DRAFT,

    handle: readDraft,
    describe: {
      id: 'read_draft',
      summary: 'Read a draft',
      description: 'With its files, and what was found in this revision.',
      schema: 'Draft',
      notFound: NO_DRAFT,
    },
  }),
  route({
    method: 'PUT',
    path: `${BASE}/drafts/:id`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: saveDraftBody,
    maxBytes: DRAFT_BYTES,
    handle: save,
    describe: {
      id: 'save_draft',
      summary: 'Save a draft',
      description: "Members that you don't send stay. A proposed draft must be proposed again.",
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict:
        'somebody changed it since you read it, or it is applied or withdrawn: the message says who and when',
    },
  }),
  route({
    path: `${BASE}/drafts/:id/entries`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: { ...OF_DRAFT, ...DRAFT_ENTRY_PARAMETERS },
    handle: readDraftEntry,
    describe: {
      id: 'read_draft_entry',
      summary: 'Read an entry of a draft',
      description: 'As its files say it: money in decimals, durations and references as text, no defaults.',
      schema: 'DraftEntry',
      notFound: "there is no draft with this id, or it has no such entry, or one of its files isn't YAML",
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/entries`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: entryBody,
    maxBytes: DRAFT_BYTES,
    handle: saveDraftEntry,
    describe: {
      id: 'save_draft_entry',
      summary: 'Change, add or remove an entry of a draft',
      description:
        'As few lines of its files as possible are changed; all others, with their comments, stay as they are. A new entry goes at the end of the last file that has its kind. The draft is validated: `check` has the errors with their fields.',
      schema: 'Draft',
      notFound: 'there is no draft with this id, or nothing to remove',
      conflict:
        "somebody changed it since you read it, or it is applied or withdrawn: the message says who and when; or its files aren't YAML; or a new entry has the handle of another one",
    },
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/drafts/:id`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: { ...OF_DRAFT, revision: needed(REVISION, 'The revision that you have read') },

    handle: withdraw,
    describe: {
      id: 'withdraw_draft',
      summary: 'Withdraw a draft',
      description: 'It can still be read.',
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict:
        'somebody changed it since you read it, or it is applied or withdrawn: the message says who and when',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/validate`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: {
      ...OF_DRAFT,
      revision: optional(REVISION, 'The revision that you read. Without it, the newest one is validated'),
    },

    handle: validate,
    describe: {
      id: 'validate_draft',
      summary: 'Validate a draft',
      description:
        'Lists the errors in its files with their places and what the draft would change, and saves both with the revision.',
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict: 'somebody changed it since you read it: the message says who and when',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/backtest`,
    permission: 'catalogue:draft',
    limit: 'reports',
    parameters: OF_DRAFT,
    body: backtestBody,

    handle: backtest,
    describe: {
      id: 'backtest_draft',
      summary: 'Backtest a draft',
      description:
        'Shows how the newest leads and searches would be decided, offered and mapped, and saves that with the revision. Nothing is sent.',
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict: 'the draft has errors, or somebody changed it since you read it',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/test-post`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: draftTestPostBody,

    handle: testPostDraft,
    describe: {
      id: 'test_post_draft',
      summary: 'Show the request of an offer under a draft',
      description: 'For a made-up person. It is never sent, since nobody has reviewed the draft.',
      schema: 'TestPost',
      notFound: NO_DRAFT,
      conflict:
        "the draft has errors, or somebody changed it since you read it, or the request can't be made",
    },
  }),
  route({
    path: `${BASE}/destination-templates`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: {},
    handle: listDestinationTemplates,
    describe: {
      id: 'list_destination_templates',
      summary: 'List the kinds of destination to begin with',
      description: 'Those of `examples/ten-destinations.yaml`, without addresses.',
      schema: 'DestinationTemplateList',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/sample-answer`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: {},
    body: typedAnswerBody,
    maxBytes: SAMPLE_BYTES,
    handle: tryTypedAnswer,
    describe: {
      id: 'sample_answer',
      summary: 'Read a sample answer of a destination that is in no draft yet',
      description: 'As of a draft. Nothing is stored or sent.',
      schema: 'SampleAnswer',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/sample-answer`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: sampleAnswerBody,
    maxBytes: SAMPLE_BYTES,
    handle: tryDraftAnswer,
    describe: {
      id: 'sample_answer_draft',
      summary: 'Read a sample answer of a destination',
      description:
        'How the rules of an offer of the draft, or of one that is being typed, read an answer: the outcome, the price, the reference, the reason. Nothing is stored or sent.',
      schema: 'SampleAnswer',
      notFound: 'there is no draft with this id, or it has no such offer and the call has no `entry`',
      conflict: 'somebody changed it since you read it: the message says who and when',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/propose`,
    permission: 'catalogue:draft',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: revisionBody,

    handle: propose,
    describe: {
      id: 'propose_draft',
      summary: 'Propose a draft',
      description: "Asks others to apply it. It can't have errors.",
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict:
        'somebody changed it since you read it, or it is applied or withdrawn: the message says who and when; or it has errors',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/approve`,
    permission: 'catalogue:apply',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: revisionBody,

    handle: approve,
    describe: {
      id: 'approve_draft',
      summary: 'Approve a proposed draft',
      description: "By somebody who didn't write it. Then `leadkeep apply --draft` may apply it.",
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict:
        'somebody changed it since you read it, or it is applied or withdrawn: the message says who and when; or you wrote it',
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/drafts/:id/apply`,
    permission: 'catalogue:apply',
    limit: 'acts',
    parameters: OF_DRAFT,
    body: applyDraftBody,

    handle: apply,
    describe: {
      id: 'apply_draft',
      summary: 'Apply a draft',
      description:
        "It becomes the next version of the catalogue. If changes need a second person, it must be proposed, and you can't be one of its authors.",
      schema: 'Draft',
      notFound: NO_DRAFT,
      conflict:
        "somebody changed it since you read it, or it's applied or withdrawn: the message says who and when; or another version is active than it's based on; or changes need a second person",
    },
  }),
];
