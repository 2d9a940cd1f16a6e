import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, exactAnswerOf } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { counted } from '../../words/format';
import type { Certificate } from './certificate';
import type { Wanted } from './find-form';
import type { Found } from './found-panels';

interface EraseParts {
  readonly wanted: Wanted;
  readonly found: Found;
  readonly onErased: (certificate: Certificate) => void;
}

/** Nothing brings the person back, so the number of the case is typed once more. */
export function EraseDialog({ wanted, found, onErased }: EraseParts) {
  const [typed, setTyped] = useState('');
  const [isKept, setKept] = useState(true);
  return (
    <ActDialog
      name="Erase"
      button={{ color: 'red.9', variant: 'filled' }}
      why="none"
      isDanger
      confirm="Erase the person"
      isReady={typed.trim() === wanted.case}
      onOpen={() => {
        setTyped('');
        setKept(true);
      }}
      act={async () => {
        const body = { ...wanted, keep_evidence: isKept, leads: found.leads.length };
        onErased(await exactAnswerOf(api.POST('/api/v1/operator/persons/erase', { body })));
        return 'Erased. Keep the certificate for the case.';
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Removes the person from {counted(found.leads.length, 'lead')}. Leads that haven’t been sent never
          will be. Ids, times, codes and amounts stay, so books and reports don’t change. You can’t undo this.
        </Text>
        <Text size="sm">
          This doesn’t block new leads. If the person asked for that, add them to the suppression list.
        </Text>
        <Checkbox
          label="Keep the evidence of consents, which you may have to prove"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <TextInput
          label="Type the case number to confirm"
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ActDialog>
  );
}
