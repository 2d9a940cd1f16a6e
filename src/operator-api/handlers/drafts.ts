import { applyDraft } from '../../app/drafts/apply-draft.js';
import { needDraft, readRevision } from '../../app/drafts/change-draft.js';
import { backtestOfDraft, validateDraft } from '../../app/drafts/check-draft.js';
import { documentOf } from '../../app/drafts/document-of.js';
import { draftCap } from '../../app/drafts/draft-cap.js';
import { tryAnswer, type TriedAnswer } from '../../app/drafts/try-answer.js';
import {
  approveDraft,
  createDraft,
  needEntry,
  proposeDraft,
  saveDraft,
  saveEntry,
  withdrawDraft,
} from '../../app/drafts/write-drafts.js';
import type { Viewer } from '../../app/operators/viewer.js';
import { NO_TRUE_OR_FALSE } from '../../app/test-post/read-sample-answer.js';
import { testPost } from '../../app/test-post/test-post.js';
import { compact } from '../../core/catalogue/compact.js';
import { ENTRY_KINDS } from '../../core/catalogue/document.js';
import { ALERTS_FORM } from '../../core/catalogue/entry-form.js';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { Draft, DraftActor } from '../../core/drafts/draft.js';
import { draftHeadView, draftView } from '../../core/operators/draft-view.js';
import { invalidField } from '../../http/faults.js';
import type {
  ApplyDraftBody,
  BacktestBody,
  CapBody,
  CreateDraftBody,
  DraftTestPostBody,
  EntryBody,
  RevisionBody,
  SampleAnswerBody,
  SaveDraftBody,
  TypedAnswerBody,
} from '../bodies/drafts.js';
import { needed, oneOf, text } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { draftPorts } from '../draft-ports.js';
import { triedView } from './test-post.js';

type OnDraft<Body = undefined> = OperatorCall<{ readonly id: string }, Body>;

const actorOf = ({ kind, id, name }: Viewer): DraftActor => ({ kind, id, name });

/** The draft as it is now, beside the version in force. */
const shown = async ({ versions }: OperatorPorts, draft: Draft) =>
  draftView(draft, await versions.currentVersion());

const MAX_LISTED = 200;

/** The newest drafts, in any state. */
export async function listDrafts({ versions, drafts }: OperatorPorts) {
  const current = await versions.currentVersion();
  return { drafts: (await drafts.list(MAX_LISTED)).map((draft) => draftHeadView(draft, current)) };
}

export const readDraft = async (ports: OperatorPorts, { values }: OnDraft) =>
  shown(ports, await needDraft(ports, values.id));

export const create = async (
  ports: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, CreateDraftBody>,
) => shown(ports, await createDraft(draftPorts(ports), audit, body, actorOf(viewer)));

/** Makes a draft in which one cap has another limit. */
export async function createCapDraft(
  ports: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, CapBody>,
) {
  const { limit, title, ...cap } = body;
  if (cap.offer !== undefined && cap.kind !== 'campaign')
    throw invalidField('offer', 'sent with a campaign alone');
  const asked = compact({ cap, limit, title });
  return shown(ports, await draftCap(draftPorts(ports), audit, asked, actorOf(viewer)));
}

export async function save(ports: OperatorPorts, { values, body, viewer, audit }: OnDraft<SaveDraftBody>) {
  const { revision, ...content } = body;
  const call = { id: values.id, revision, by: actorOf(viewer) };
  return shown(ports, await saveDraft(draftPorts(ports), audit, call, content));
}

export const DRAFT_ENTRY_PARAMETERS = {
  kind: needed(
    oneOf([...Object.values(ENTRY_KINDS), ALERTS_FORM]),
    'What it is; `alerts`: the settings of alerts',
  ),
  handle: needed(text('lakeshore-nursing'), 'Its handle'),
};

/** An entry as the files of the draft say it. */
export async function readDraftEntry(
  ports: OperatorPorts,
  { values: { id, ...of } }: OperatorCall<{ readonly id: string } & ValuesOf<typeof DRAFT_ENTRY_PARAMETERS>>,
) {
  const draft = await needDraft(ports, id);
  return { revision: draft.revision, entry: needEntry(ports, draft, of) };
}

/** Edits the files of a draft by an entry, and validates them. */
export async function saveDraftEntry(
  ports: OperatorPorts,
  { values: { id }, body, viewer, audit }: OnDraft<EntryBody>,
) {
  const { revision, entry, is_new: isNew = false, ...of } = body;
  const own = entry?.['handle'];
  if (own !== undefined && own !== of.handle)
    throw invalidField('entry.handle', 'left out, or the same as `handle`');
  const call = { id, revision, by: actorOf(viewer), of, entry, isNew };
  const saved = await saveEntry(draftPorts(ports), audit, call);
  return shown(ports, await validateDraft(draftPorts(ports), { id, revision: saved.revision }));
}

/** A change of the state alone. */
const move =
  (change: typeof proposeDraft) =>
  async (ports: OperatorPorts, { values, body, viewer, audit }: OnDraft<RevisionBody>) => {
    const call = { id: values.id, revision: body.revision, by: actorOf(viewer) };
    return shown(ports, await change(draftPorts(ports), audit, call));
  };

export const propose = move(proposeDraft);
export const approve = move(approveDraft);

/** Ends a draft. */
export async function withdraw(
  ports: OperatorPorts,
  { values, viewer, audit }: OperatorCall<{ readonly id: string; readonly revision: number }>,
) {
  const call = { ...values, by: actorOf(viewer) };
  return shown(ports, await withdrawDraft(draftPorts(ports), audit, call));
}

/** Puts a draft in force. */
export async function apply(ports: OperatorPorts, { values, body, viewer, audit }: OnDraft<ApplyDraftBody>) {
  const { revision, why: comment, emergency } = body;
  const applied = await applyDraft(draftPorts(ports), audit, {
    ...{ id: values.id, revision, by: actorOf(viewer), comment },
    emergency: emergency === undefined ? undefined : { why: emergency },
  });
  return shown(ports, applied);
}

/** Finds the faults of a draft: of the revision that the caller has read, if the call names one. */
export const validate = async (
  ports: OperatorPorts,
  { values }: OperatorCall<{ readonly id: string; readonly revision?: number }>,
) => shown(ports, await validateDraft(draftPorts(ports), values));

/** How stored leads and searches would differ under the draft: in the revision that the caller has read, if it names one. */
export const backtest = async (ports: OperatorPorts, { values, body }: OnDraft<BacktestBody>) => {
  const { withTools, geo, newestRecords } = ports;
  const more = { withTools, geo, newestRecords };
  const run = () => backtestOfDraft({ ...draftPorts(ports), ...more }, { ...values, ...body });
  return shown(ports, await ports.takeTurn(run));
};

/** The request of an offer under the draft. It is never sent: nobody has reviewed its address and its headers. */
export async function testPostDraft(
  { drafts, files, withTools, geo, clock }: OperatorPorts,
  { values, body, audit }: OnDraft<DraftTestPostBody>,
) {
  const draft = await readRevision({ drafts }, { id: values.id, revision: body.revision });
  const catalogue = compileCatalogue(documentOf(files, draft), 0);
  const offer = [...catalogue.offers.values()].find(({ handle }) => handle === body.offer);
  if (!offer) throw invalidField('offer', 'the handle of an offer of the draft');
  const asked = { offer_id: offer.id, program: body.program, send: false };
  return triedView(await testPost({ withTools, geo, catalogue, clock }, audit, asked));
}

/** The kinds of destination to begin with. */
export const listDestinationTemplates = ({ files }: OperatorPorts) =>
  Promise.resolve({ templates: files.templates() });

/** How the destination of an offer reads a sample answer, as the draft or as the caller says it. */
export const tryDraftAnswer = (ports: OperatorPorts, { values, body }: OnDraft<SampleAnswerBody>) =>
  readSample(ports, { id: values.id, ...body });

/** The same of an offer that is in no draft yet. */
export const tryTypedAnswer = (ports: OperatorPorts, { body }: OperatorCall<object, TypedAnswerBody>) =>
  readSample(ports, { offer: 'sample', ...body });

async function readSample(
  { drafts, files, withTools, geo, clock }: OperatorPorts,
  { what = 'delivery', status, headers = [], body = '', ...of }: SampleAnswerBody & { readonly id?: string },
) {
  const named = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const asked = { ...of, what, answer: { status, headers: named, body } };
  return sampleAnswerView(await tryAnswer({ drafts, files, withTools, geo, clock }, asked));
}

const NOT_READ = {
  ...{ faults: [], read_as: null, rules: [], decided_by: null, outcome: null, reference: null, reason: null },
  ...{ price_cents: null, price_from: null, detail: null, retry_after_ms: null, affiliate: null },
  ...{ results: null, problems: [] },
};

function sampleAnswerView(tried: TriedAnswer) {
  if (!tried.ok) {
    const faults = tried.faults.map(({ field, message }) => ({ field: field ?? null, sentence: message }));
    return { ...NOT_READ, faults };
  }
  const { read } = tried;
  const seen = { ...NOT_READ, read_as: tried.read_as ?? null };
  if (!('delivered' in read)) {
    if (!read.ok) return { ...seen, problems: [read.fault] };
    const results = read.results.map(({ reference, name, programs, bid_cents }) => ({
      ...{ reference, name, bid_cents: bid_cents ?? null },
      programs: programs.map(({ value }) => value),
    }));
    return { ...seen, results, problems: read.faults };
  }
  const { delivered, rules = [], answer } = read;
  const said = delivered.kind === 'answered' ? delivered.answer : undefined;
  const reached = rules.find(({ holds }) => holds !== false && holds !== NO_TRUE_OR_FALSE);
  const ofAnswer = said?.price_cents;
  const price = ofAnswer ?? (said?.outcome === 'accepted' ? tried.price_cents : undefined);
  return {
    ...seen,
    rules: rules.map(({ rule, when, outcome, holds }) => ({
      ...{ rule, when, outcome, holds: holds === true },
      problem: typeof holds === 'string' ? holds : null,
    })),
    decided_by: reached?.holds === true ? reached.rule : null,
    outcome: said?.outcome ?? ('unknown' as const),
    ...{ reference: said?.reference ?? null, reason: said?.reason ?? null, price_cents: price ?? null },
    price_from:
      price === undefined ? null : ofAnswer === undefined ? ('offer' as const) : ('answer' as const),
    detail: delivered.kind === 'never_sent' ? null : (delivered.detail ?? null),
    retry_after_ms: delivered.kind === 'answered' ? (delivered.retry_after_ms ?? null) : null,
    affiliate: { code: answer.code, status: answer.status, reason: answer.reason },
  };
}
