import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { components } from '../../api/schema';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill, type Tone } from '../../parts/notice';
import { Time } from '../../parts/time';
import { actionWords, factsText } from '../../words/audit-words';
import { shortId } from '../../words/lead-words';

type Act = components['schemas']['AuditAct'];

const RESULTS: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  done: ['Done', 'good'],
  nothing: ['Nothing to do', 'plain'],
  refused: ['Refused', 'wait'],
  failed: ['Failed', 'bad'],
  unknown: ['Unknown', 'bad'],
};

function resultOf({ outcome, state }: Act): readonly [words: string, tone: Tone] {
  if (outcome) return RESULTS[outcome.result] ?? [outcome.result, 'plain'];
  return state === 'missing' ? ['Unknown whether it was done', 'bad'] : ['Under way', 'wait'];
}

const WHO: Readonly<Record<string, string>> = {
  person: 'person',
  key: 'operator key',
  operator_key: 'operator key',
};

const MOST_IDS = 3;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an act was on; leads and searches lead to their screens. */
function On({ on }: { readonly on: Act['on'] }) {
  if (!on) return null;
  const { kind, ids, names } = on;
  const screens: Readonly<Record<string, string>> = { lead: '/leads/', search: '/searches/' };
  const path = screens[kind];
  return (
    <span className="foreign">
      {kind}{' '}
      {ids.slice(0, MOST_IDS).map((id, at) =>
        path === undefined ? (
          <span key={id} title={id}>
            {names[at] ?? (UUID.test(id) ? shortId(id) : id)}{' '}
          </span>
        ) : (
          <Link key={id} href={`${path}${id}`} className="link tabular">
            {shortId(id)}{' '}
          </Link>
        ),
      )}
      {ids.length > MOST_IDS && `and ${ids.length - MOST_IDS} more`}
    </span>
  );
}

const COLUMNS: readonly Column<Act>[] = [
  { id: 'number', head: '#', number: true, cell: ({ number }) => number },
  { id: 'at', head: 'At', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'who',
    head: 'Who',
    cell: ({ who, from }) => (
      <>
        <b className="foreign">{who.name ?? who.id}</b>
        <Text size="xs" c="dimmed" className="foreign">
          {who.kind === 'os_user'
            ? `at the command line, account ${who.id}`
            : `${WHO[who.kind] ?? who.kind}, ${from.kind}`}
          {from.address !== null && <> from {from.address}</>}
        </Text>
      </>
    ),
  },
  {
    id: 'what',
    head: 'What',
    cell: (act) => (
      <>
        {actionWords(act.action)} <On on={act.on} />
        <Changes act={act} />
      </>
    ),
  },
  { id: 'why', head: 'Why', cell: ({ why }) => <span className="foreign">{why ?? '–'}</span> },
  {
    id: 'result',
    head: 'Outcome',
    cell: (act) => {
      const [words, tone] = resultOf(act);
      return <Pill tone={tone}>{words}</Pill>;
    },
  },
];

function Changes({ act: { facts, before, after, outcome } }: { readonly act: Act }) {
  const parts = [
    factsText(facts),
    before && `before: ${factsText(before)}`,
    after && `after: ${factsText(after)}`,
    outcome && factsText(outcome.facts),
    outcome?.after && `after: ${factsText(outcome.after)}`,
  ].filter((text) => text !== null && text !== undefined && text !== '');
  return parts.length === 0 ? null : (
    <Text size="xs" c="dimmed" className="foreign">
      {parts.join(' · ')}
    </Text>
  );
}

export const ActsTable = ({ acts }: { readonly acts: readonly Act[] }) => (
  <DataTable caption="Acts" columns={COLUMNS} rows={acts} keyOf={({ number }) => String(number)} />
);
