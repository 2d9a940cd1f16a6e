import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatCount } from '../../words/format';

type Class = components['schemas']['Retention']['classes'][number];

const DAY_MS = 86_400_000;
/** Leadkeep counts up to so many of each collection. */
const MAX_COUNTED = 10_000;

const COLUMNS: readonly Column<Class>[] = [
  { id: 'name', head: 'Class', cell: ({ name }) => <b>{name.replaceAll('_', ' ')}</b> },
  { id: 'what', head: 'What is removed', cell: ({ sentence }) => sentence },
  {
    id: 'term',
    head: 'Kept, in days',
    number: true,
    cell: ({ term_ms: term }) => formatCount(Math.round(term / DAY_MS)),
    sortBy: ({ term_ms: term }) => term,
  },
  {
    id: 'due',
    head: 'Due now',
    number: true,
    cell: ({ due }) => (due < MAX_COUNTED ? formatCount(due) : `${formatCount(due)} or more`),
    sortBy: ({ due }) => due,
  },
  {
    id: 'next',
    head: 'Next',
    cell: ({ next_due_at: at }) => (at === null ? 'nothing' : <Time at={at} />),
    sortBy: ({ next_due_at: at }) => at,
  },
];

/** What is kept of persons for how long. */
export function RetentionPanel() {
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/retention', { signal })),
  });
  return (
    <Answered query={query}>
      {({ classes }) => (
        <>
          <Panel flush>
            <DataTable
              caption="Classes of the retention"
              columns={COLUMNS}
              rows={classes}
              keyOf={({ name }) => name}
              empty={<PlainState title="No classes">This build has none.</PlainState>}
            />
          </Panel>
          <Text size="sm" c="dimmed" mt="xs">
            Due data is removed every minute, oldest first. The terms are in the catalogue, under{' '}
            <code>retention</code>. Amounts, and reports without personal data, are kept forever.
          </Text>
        </>
      )}
    </Answered>
  );
}
