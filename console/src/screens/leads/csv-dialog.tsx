import { useState } from 'react';
import { Checkbox, Text } from '@mantine/core';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { saveFile } from '../../words/csv';
import type { LeadQuery } from './filters';

/** Every lead that matches the filters as CSV: masked, or with personal data and a reason. */
export function CsvDialog({ query }: { readonly query: LeadQuery }) {
  const may = useMay();
  const [wantsAll, setWantsAll] = useState(false);
  const reveal = wantsAll && may('pii:read');
  return (
    <ActDialog
      name="CSV"
      confirm="Save the file"
      why={reveal ? 'needed' : 'none'}
      act={async (why) => {
        const sent = { params: { query }, parseAs: 'text' } as const;
        const text = reveal
          ? await answerOf(api.POST('/api/v1/operator/leads.csv', { ...sent, body: { why } }))
          : await answerOf(api.GET('/api/v1/operator/leads.csv', sent));
        saveFile('leads.csv', text);
        return reveal ? 'File saved. The audit log records your export.' : 'The file is saved.';
      }}
    >
      <Text size="sm">Every lead that matches the filters, newest first, including those not shown.</Text>
      {may('pii:read') && (
        <Checkbox
          label="With personal data"
          description="The audit log records who exported it and why."
          checked={reveal}
          onChange={(event) => setWantsAll(event.currentTarget.checked)}
        />
      )}
    </ActDialog>
  );
}
