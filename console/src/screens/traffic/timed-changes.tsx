import { Group, Text } from '@mantine/core';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';

type TimedChange = components['schemas']['TimedChange'];

/** What is changed for a time, or will be, with who did that and why. */
export const TimedChanges = ({ changes }: { readonly changes: readonly TimedChange[] }) => (
  <>
    {changes.map((change) => (
      <Notice key={change.id} tone={change.state === 'in_force' ? 'wait' : 'info'}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="foreign">
            {change.sentence} {change.by}
            {change.why === null ? '' : `: ${change.why}`}
          </Text>
          <EndChange change={change} />
        </Group>
      </Notice>
    ))}
  </>
);

function EndChange({ change: { id, what } }: { readonly change: TimedChange }) {
  const may = useMay();
  if (!may(what)) return null;
  return (
    <ActDialog
      name="End it now"
      button={{ size: 'compact-xs' }}
      act={async (why) => {
        const sent = { params: { path: { id } }, body: { why } };
        const ended = await answerOf(
          what === 'pause'
            ? api.POST('/api/v1/operator/timed-changes/pause/{id}/end', sent)
            : api.POST('/api/v1/operator/timed-changes/limit/{id}/end', sent),
        );
        return ended.sentence;
      }}
    >
      <Text size="sm">Within 5 seconds, what the catalogue says is in force again.</Text>
    </ActDialog>
  );
}
