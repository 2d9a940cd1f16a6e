import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { browserWords } from '../../words/browser';

type Session = components['schemas']['Sessions']['sessions'][number];

const columnsFor = (mayEnd: boolean): readonly Column<Session>[] => [
  {
    id: 'person',
    head: 'Person',
    cell: ({ person }) => <b className="foreign">{person.name}</b>,
    sortBy: ({ person }) => person.name,
  },
  {
    id: 'began',
    head: 'Since',
    cell: ({ began_at: at }) => <Time at={at} />,
    sortBy: ({ began_at: at }) => at,
  },
  {
    id: 'used',
    head: 'Last used',
    cell: ({ used_at: at }) => <Time at={at} ago />,
    sortBy: ({ used_at: at }) => at,
  },
  { id: 'from', head: 'From', cell: ({ address }) => <span className="foreign">{address ?? '–'}</span> },
  {
    id: 'agent',
    head: 'Browser',
    cell: ({ agent }) => (
      <span className="foreign" title={agent ?? undefined}>
        {agent === null ? '–' : browserWords(agent)}
      </span>
    ),
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: ({ id, person }) =>
      mayEnd && (
        <ActDialog
          name="End"
          button={{ size: 'compact-xs' }}
          why="none"
          confirm="End the session"
          act={async () => {
            await answerOf(api.DELETE('/api/v1/operator/sessions/{id}', { params: { path: { id } } }));
            return `The session of ${person.name} ends within 5 seconds.`;
          }}
        >
          The person has to sign in again.
        </ActDialog>
      ),
  },
];

/** Who is signed in, from where. */
export function SessionsPanel() {
  const mayEnd = useMay()('people:write');
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/sessions', { signal })),
    refetchInterval: 30_000,
  });
  return (
    <Panel title="Signed in now" flush>
      <Answered query={query}>
        {({ sessions }) => (
          <DataTable caption="Sessions" columns={columnsFor(mayEnd)} rows={sessions} keyOf={({ id }) => id} />
        )}
      </Answered>
    </Panel>
  );
}
