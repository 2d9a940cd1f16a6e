import { Group, Stack, Text } from '@mantine/core';
import { useMay } from '../app/me';
import { answerOf, api } from '../api/client';
import { isRecord, linesOf, textOf } from '../words/values';
import { ActDialog } from './act-dialog';
import { Pill } from './notice';
import { Facts, Panel } from './page';
import { Time } from './time';

/** What leads and searches have in common about a person. */
interface PersonRecord {
  readonly id: string;
  readonly personal_data: string;
  /** Of a lead alone. */
  readonly form?: string;
  /** The data key without which nothing of the person can be shown. */
  readonly lacks_key: string | null;
  readonly lead: Record<string, unknown>;
  readonly tracking: Record<string, unknown>;
  readonly extra: Record<string, unknown>;
  readonly consent: Record<string, unknown>;
  readonly answers?: Record<string, unknown>;
}

interface PanelParts<R extends PersonRecord> {
  readonly record: R;
  readonly kind: 'lead' | 'search';
  readonly onReveal: (record: R) => void;
}

const reveal = async (kind: 'lead' | 'search', id: string, why: string): Promise<unknown> => {
  const sent = { params: { path: { id } }, body: { why } };
  return kind === 'lead'
    ? answerOf(api.POST('/api/v1/operator/leads/{id}/reveal', sent))
    : answerOf(api.POST('/api/v1/operator/searches/{id}/reveal', sent));
};

/** The consumer: masked, until somebody who may says why they need to see it. */
export function PersonPanel<R extends PersonRecord>({ record, kind, onReveal }: PanelParts<R>) {
  const may = useMay();
  const isShown = record.personal_data === 'shown';
  return (
    <>
      <Panel
        title={
          <Group gap="xs">
            Person <Pill tone={isShown ? 'wait' : 'plain'}>{isShown ? 'shown, recorded' : 'masked'}</Pill>
          </Group>
        }
        actions={
          !isShown &&
          may('pii:read') && (
            <ActDialog
              name="Show"
              confirm="Show the personal data"
              button={{ size: 'compact-sm' }}
              act={async (why) => {
                onReveal((await reveal(kind, record.id, why)) as R);
                return 'Visible until you leave this page.';
              }}
            >
              <Text size="sm">
                Name, e-mail address, phone number and the rest of this {kind} will be visible to you. The
                audit log records who viewed them and why.
              </Text>
            </ActDialog>
          )
        }
      >
        <Stack gap="md">
          {record.lacks_key !== null && (
            <Text size="sm">
              The person can’t be shown: the data key {record.lacks_key} is not available.
            </Text>
          )}
          <Facts of={pairsOf(record.lead)} />
          <Facts
            of={[...pairsOf(record.answers ?? {}), ...pairsOf(record.tracking), ...pairsOf(record.extra)]}
          />
        </Stack>
      </Panel>
      {record.lacks_key === null && <ConsentPanel consent={record.consent} isDirect={record.form === 'B'} />}
    </>
  );
}

/** Members by name; those of groups as `group name`. */
function pairsOf(record: Record<string, unknown>): (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]): (readonly [string, string])[] =>
    isRecord(value) ? pairsOf(value) : [[name.replaceAll('_', ' '), textOf(value)]],
  );
}

/** What the consumer agreed to. Of a direct post nobody knows which text the affiliate showed. */
function ConsentPanel({
  consent,
  isDirect,
}: {
  readonly consent: Record<string, unknown>;
  readonly isDirect: boolean;
}) {
  const { decision, at, text, button_label, cert_url, ip_address, universal_lead_ref } = consent;
  const given = decision === true ? 'given' : decision === false ? 'refused' : 'not sent';
  return (
    <Panel title="Consent">
      <Facts
        of={[
          ['Consent', <b key="given">{given}</b>],
          ['At', typeof at === 'string' && <Time at={at} />],
          [isDirect ? 'Text of the offer' : 'Text as shown', typeof text === 'string' && linesOf(text)],
          ['Button', textOf(button_label)],
          ['From', textOf(ip_address)],
          ['Certificate', textOf(cert_url)],
          ['Reference', textOf(universal_lead_ref)],
        ]}
      />
    </Panel>
  );
}
