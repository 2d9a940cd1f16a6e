import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { components } from '../../api/schema';
import type { Column } from '../../parts/data-table';
import { Pill, type Tone } from '../../parts/notice';
import { Time } from '../../parts/time';

type DraftHead = components['schemas']['DraftHead'];
type Version = components['schemas']['CatalogueVersion'];

const STATES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  draft: ['Draft', 'plain'],
  proposed: ['Proposed', 'wait'],
  approved: ['Approved', 'info'],
  applied: ['Applied', 'good'],
  withdrawn: ['Withdrawn', 'plain'],
};

/** Where a draft stands. */
export function DraftPill({ draft }: { readonly draft: Pick<DraftHead, 'state' | 'approved' | 'is_stale'> }) {
  const { state, approved, is_stale: isStale } = draft;
  const standing = state === 'proposed' && approved ? 'approved' : state;
  const [words, tone] = STATES[standing] ?? [standing, 'plain'];
  return (
    <>
      <Pill tone={tone}>{words}</Pill>{' '}
      {isStale && !['applied', 'withdrawn'].includes(state) && (
        <Pill tone="wait">a newer version is active</Pill>
      )}
    </>
  );
}

export const DRAFT_COLUMNS: readonly Column<DraftHead>[] = [
  {
    id: 'title',
    head: 'Draft',
    cell: ({ id, title }) => (
      <Link href={`/catalogue/drafts/${id}`} className="link foreign">
        {title}
      </Link>
    ),
    sortBy: ({ title }) => title,
  },
  { id: 'state', head: 'State', cell: (draft) => <DraftPill draft={draft} /> },
  {
    id: 'authors',
    head: 'Authors',
    cell: ({ authors }) => <span className="foreign">{authors.map(({ name }) => name).join(', ')}</span>,
  },
  { id: 'base', head: 'From version', number: true, cell: ({ base_version: base }) => base },
  {
    id: 'changed',
    head: 'Last change',
    cell: ({ changed }) => <Time at={changed.at} ago />,
    sortBy: ({ changed }) => changed.at,
  },
];

const HOW: Readonly<Record<Version['how'], string>> = {
  apply: 'Applied',
  rollback: 'Rolled back',
  pause: 'Paused',
  resume: 'Resumed',
};

export const VERSION_COLUMNS: readonly Column<Version>[] = [
  {
    id: 'version',
    head: 'Version',
    cell: ({ version }) => (
      <Link href={`/catalogue/versions/${version}`} className="link tabular">
        {version}
      </Link>
    ),
    sortBy: ({ version }) => version,
  },
  { id: 'at', head: 'At', cell: ({ at }) => <Time at={at} />, sortBy: ({ at }) => at },
  { id: 'by', head: 'By', cell: ({ by }) => <span className="foreign">{by}</span>, sortBy: ({ by }) => by },
  {
    id: 'how',
    head: 'How',
    cell: ({ how, subject }) => (
      <>
        {HOW[how]}{' '}
        <Text span size="xs" c="dimmed" className="foreign">
          {subject}
        </Text>
      </>
    ),
  },
  { id: 'comment', head: 'Why', cell: ({ comment }) => <span className="foreign">{comment ?? '–'}</span> },
];
