import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, exactAnswerOf } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Panel } from '../../parts/page';
import { saveFile } from '../../words/csv';
import { CertificatePanel, type Certificate } from './certificate';
import { EraseDialog } from './erase-dialog';
import { FindForm, type Looked, type Wanted } from './find-form';
import { FoundPanels } from './found-panels';

/** Finds a person; then exports or erases what was found. */
export function OnePerson() {
  const [looked, setLooked] = useState<Looked>();
  const [certificate, setCertificate] = useState<Certificate>();
  return (
    <Stack gap="md">
      <Panel>
        <FindForm
          // What was found before is not the person whom the form names now.
          onChanged={() => setLooked(undefined)}
          onFound={(next) => {
            setLooked(next);
            setCertificate(undefined);
          }}
        />
      </Panel>
      {certificate && <CertificatePanel certificate={certificate} />}
      {!certificate && looked && (
        <>
          <Group gap="xs">
            <ExportDialog wanted={looked.wanted} />
            <EraseDialog wanted={looked.wanted} found={looked.found} onErased={setCertificate} />
          </Group>
          <FoundPanels found={looked.found} />
        </>
      )}
    </Stack>
  );
}

const ExportDialog = ({ wanted }: { readonly wanted: Wanted }) => (
  <ActDialog
    name="Export"
    why="none"
    confirm="Save the file"
    act={async () => {
      const call = api.POST('/api/v1/operator/persons/export', { body: wanted });
      const exported = await exactAnswerOf(call);
      const name = `person-${wanted.case.replaceAll(/[^\w.-]/g, '-')}.json`;
      saveFile(name, JSON.stringify(exported, null, 2), 'application/json');
      return 'Saved. Keep the file only as long as you need it.';
    }}
  >
    <Text size="sm">
      Case <b className="foreign">{wanted.case}</b>. Saves all that is stored about the person, unmasked, to
      give to them. The audit log records that you read it, and for which case.
    </Text>
  </ActDialog>
);
