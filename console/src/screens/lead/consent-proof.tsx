import { Button, Group, Stack, Text } from '@mantine/core';
import { useMay } from '../../app/me';
import { api, exactAnswerOf } from '../../api/client';
import { plainText } from '../../api/plain-texts';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import { Facts, Panel } from '../../parts/page';
import { useRevealed } from '../../parts/use-revealed';
import { saveFile } from '../../words/csv';
import { proofPage } from './proof-page';

type Proof = components['schemas']['ConsentProof'];

const TONES = {
  unchanged: 'good',
  late: 'bad',
  not_headed: 'info',
  broken: 'bad',
} as const;

/** What the person agreed to, and that it is unchanged. Shown until the screen is left. */
export function ConsentProofPanel({ leadId }: { readonly leadId: string }) {
  const mayReveal = useMay()('pii:read');
  const [proofs, setProofs] = useRevealed<readonly Proof[]>();
  if (!mayReveal) return null;
  return (
    <Panel
      title="Proof of consent"
      actions={
        <ActDialog
          name="Prove"
          confirm="Show the proof"
          button={{ size: 'compact-sm' }}
          act={async (why) => {
            const params = { path: { id: leadId } };
            const answer = await exactAnswerOf(
              api.POST('/api/v1/operator/leads/{id}/consent-proof', { params, body: { why } }),
            );
            setProofs(answer.proofs);
            return answer.proofs.length === 0 ? 'No evidence is kept.' : 'Visible until you leave this page.';
          }}
        >
          <Text size="sm">
            The evidence names the person. It’s kept for years, even after the person is erased. The audit log
            records who read it and why.
          </Text>
        </ActDialog>
      }
    >
      {proofs === undefined ? (
        <Text size="sm" c="dimmed">
          Evidence is kept for leads that may have reached a buyer, once they’re decided.
        </Text>
      ) : (
        <Shown proofs={proofs} leadId={leadId} />
      )}
    </Panel>
  );
}

function Shown({ proofs, leadId }: { readonly proofs: readonly Proof[]; readonly leadId: string }) {
  if (proofs.length === 0)
    return (
      <Text size="sm">
        There’s no evidence. The lead was never sent, isn’t decided yet, or its evidence has been deleted.
      </Text>
    );
  return (
    <Stack gap="md">
      {proofs.map(({ id, standing, sentence, facts }) => (
        <Stack key={id} gap="xs">
          <Notice tone={TONES[standing]}>{plainText(sentence)}</Notice>
          <Facts of={facts.map(({ name, value }) => [name, plainText(value)] as const)} />
        </Stack>
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => saveFile(`consent-${leadId}.html`, proofPage(proofs), 'text/html')}
        >
          Save a page to print
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            saveFile(`consent-${leadId}.json`, JSON.stringify(proofs, null, 2), 'application/json')
          }
        >
          Save evidence that others can verify
        </Button>
      </Group>
    </Stack>
  );
}
