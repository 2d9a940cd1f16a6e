import { Button, Stack, Text } from '@mantine/core';
import { plainTexts } from '../../api/plain-texts';
import type { components } from '../../api/schema';
import { Notice } from '../../parts/notice';
import { Facts, Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { saveFile } from '../../words/csv';
import { textOf } from '../../words/values';

export type Certificate = components['schemas']['Certificate'];
type Told = Certificate['tell_these_buyers'];

const toldWords = (buyers: Told): string =>
  buyers
    .map(
      ({ buyer, leads }) =>
        `${buyer} (${leads.map(({ lead_id: id, reference }) => reference ?? id).join(', ')})`,
    )
    .join('; ');

const save = (certificate: Certificate): void =>
  saveFile(`erasure-${certificate.number}.json`, JSON.stringify(certificate, null, 2), 'application/json');

/** What was done. It names nobody. `exact`: as it is saved. */
export function CertificatePanel({ certificate: exact }: { readonly certificate: Certificate }) {
  const certificate = plainTexts(exact);
  const { number, case: of, at, ended, forgotten, undecided, still_busy: busy, kept } = certificate;
  const byHand = certificate.tell_these_buyers;
  return (
    <Panel
      title={`Certificate of erasure ${number}`}
      actions={
        <Button variant="default" size="compact-sm" onClick={() => save(exact)}>
          Save the certificate
        </Button>
      }
    >
      <Stack gap="md">
        {byHand.length > 0 && (
          <Notice tone="bad">
            Tell these buyers: <span className="foreign">{toldWords(byHand)}</span>. They stay under{' '}
            <b>Buyers to tell</b> until someone marks them as told.
          </Notice>
        )}
        <Facts
          of={[
            ['Case', of],
            ['At', <Time key="at" at={at} />],
            ['Ended, never sent', ended.join(', ')],
            ['Person removed', forgotten.join(', ')],
            ['Searches without their person', textOf(certificate.searches_forgotten)],
            [
              'Undecided',
              undecided && (
                <>
                  {undecided.leads.join(', ')}: the person goes by{' '}
                  <Time at={undecided.person_is_removed_by} />
                </>
              ),
            ],
            ['The sweeper goes on with', busy.join(', ')],
            ['Leadkeep tells', toldWords(certificate.leadkeep_tells)],
            ...Object.entries(kept).map(
              ([what, how]) => [`Kept: ${what.replaceAll('_', ' ')}`, textOf(how)] as const,
            ),
          ]}
        />
        <Text size="sm" c="dimmed">
          The certificate names nobody. Save it before you leave. It isn’t stored.
        </Text>
      </Stack>
    </Panel>
  );
}
