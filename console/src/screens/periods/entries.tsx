import { useState } from 'react';
import { Select } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { useMonths } from '../../parts/use-months';
import { saveFile } from '../../words/csv';
import { monthWords } from '../../words/days';

/** The entries of the books as CSV, for other programs. */
export function EntriesExport() {
  const months = useMonths();
  const [chosen, setChosen] = useState<string>();
  const month = chosen ?? months[1] ?? months[0] ?? '';
  return (
    <ActDialog
      name="Entries as CSV"
      why="none"
      confirm="Save the file"
      isReady={month !== ''}
      act={async () => {
        const params = { query: { month } };
        const text = await answerOf(api.GET('/api/v1/operator/entries.csv', { params, parseAs: 'text' }));
        saveFile(`entries-${month}.csv`, text);
        return 'File saved. The audit log records your export.';
      }}
    >
      <Select
        label="On the statements of"
        data={months.map((value) => ({ value, label: monthWords(value) }))}
        value={month}
        allowDeselect={false}
        onChange={(value) => setChosen(value ?? month)}
      />
    </ActDialog>
  );
}
