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
          {counted(found.leads.length, 'lead loses', 'leads lose')} the person. What cannot have left is never
          sent. Ids, times, codes and amounts stay, so books and reports do not change. Nothing brings the
          person back.
        </Text>
        <Text size="sm">
          It does not keep the person out: put them on the suppression list if they asked for that.
        </Text>
        <Checkbox
          label="Keep the evidence of consents, which you may have to prove"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <TextInput
          label="Number of the case, once more"
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ActDialog>
  );
}
