import { audited } from '../../app/audit/audited.js';
import { ActRefused } from '../../app/act-refused.js';
import { onceEach } from '../../app/suppression/once-each.js';
import { readScope } from '../../app/suppression/read-values.js';
import { importList } from '../../app/suppression/import-list.js';
import {
  BY_HAND,
  checkedTerms,
  findSuppressed,
  suppress,
  unsuppress,
  type SuppressTerms,
} from '../../app/suppression/suppress.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { namesIn } from '../../core/operators/names.js';
import type { Suppression } from '../../core/suppression/suppression.js';
import type {
  FindSuppressedBody,
  ImportListBody,
  SuppressBody,
  UnsuppressBody,
} from '../bodies/suppressions.js';
import { optional, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const DEFAULT_LIMIT = 100;

export const LIST_PARAMETERS = {
  limit: optional(whole(1, 1_000), `How many entries; by default ${DEFAULT_LIMIT}`),
};

export async function listSuppressions(
  ports: OperatorPorts,
  { values: { limit = DEFAULT_LIMIT }, now }: OperatorCall<ValuesOf<typeof LIST_PARAMETERS>>,
) {
  const { suppressionStore, catalogue, isKeyed } = ports;
  const newest = await suppressionStore.list(limit, now);
  const entries = isKeyed ? await onceEach(ports, newest) : newest;
  return { count: await suppressionStore.count(), entries: entries.map(answerIn(catalogue.current())) };
}

export const findSuppression = async (
  ports: OperatorPorts,
  { body, audit }: OperatorCall<object, FindSuppressedBody>,
) => ({
  entries: (await findSuppressed(ports, audit, [body])).map(answerIn(ports.catalogue.current())),
});

export async function addSuppression(
  ports: OperatorPorts,
  { body, viewer, now, audit }: OperatorCall<object, SuppressBody>,
) {
  const current = ports.catalogue.current();
  const [entry] = await suppress(ports, audit, [body], termsOf(ports, body, viewer.name, now));
  return { entries: entry ? [answerIn(current)(entry)] : [] };
}

export async function removeSuppression(
  ports: OperatorPorts,
  { body, audit }: OperatorCall<object, UnsuppressBody>,
) {
  const about = { scope: readScope(ports.catalogue.current(), body), why: body.why };
  const removed = await unsuppress(ports, audit, [body], about);
  if (removed === 0) throw new ActRefused('unknown', 'There is no such entry', 'value');
  return { removed };
}

/** Puts the values of a file on the list, or only says which lines can't be read. */
export async function importSuppressions(
  ports: OperatorPorts,
  { body, viewer, now, audit }: OperatorCall<object, ImportListBody>,
) {
  const { by, file, dry_run } = body;
  const terms = checkedTerms(termsOf(ports, body, viewer.name, now));
  const about = { by, terms, from_line: 1, stored: () => undefined };
  const lines = file.split(/\r\n|\n|\r/);
  const facts = { kind: by, scope: terms.scope.of, source: terms.source };
  const imported = dry_run
    ? await importList({ identities: ports.identities, suppressionStore: PUTS_NOTHING }, lines, about)
    : await audited(
        audit,
        { action: 'suppression.import', why: terms.reason, facts },
        () => importList(ports, lines, about),
        ({ taken, removed, faulty }) => ({ result: 'done', facts: { taken, removed, faulty } }),
      );
  const { taken, removed, faulty, faults } = imported;
  return { dry_run, taken, removed, faulty, faults };
}

const PUTS_NOTHING = { putAgain: () => Promise.resolve(), removeOf: () => Promise.resolve(0) };

const termsOf = (
  { catalogue }: OperatorPorts,
  { why: reason, source = BY_HAND, expires_at, ...scope }: Omit<SuppressBody, 'value' | 'by'>,
  by: string,
  at: Date,
): SuppressTerms => ({
  ...{ scope: readScope(catalogue.current(), scope), reason, source, by, at },
  ...(expires_at === undefined ? {} : { expires_at: new Date(expires_at) }),
});

/** An entry in the words of the API. */
export const answerIn =
  (catalogue: Catalogue) =>
  ({ id, kind, scope, reason, source, added_at, added_by, expires_at }: Suppression) => {
    const name = namesIn(catalogue);
    const list = scope.of === 'buyer' ? 'buyers' : 'affiliates';
    return {
      ...{ id, kind, scope: scope.of, reason, source, added_at, added_by },
      party: scope.of === 'all' ? null : name(list, scope.party_id),
      expires_at: expires_at ?? null,
    };
  };
