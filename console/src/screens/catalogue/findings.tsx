import { Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import type { components } from '../../api/schema';
import { useMay } from '../../app/me';
import { EntryLink, entryNamed } from '../../parts/entry-buttons';
import { Notice } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { SetSecret, useSecretList } from '../../parts/set-secret';
import { Time } from '../../parts/time';
import { refusalWords } from '../../words/refusal-words';
import { isRecord, textOf } from '../../words/values';
import { counted } from '../../words/format';
import { Changes } from './changes';
import type { Draft } from './draft-screen';

type Fault = components['schemas']['DraftFault'];

interface FindingsParts {
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly onFault: (fault: Fault) => void;
}

/** What the validator and the backtest found in the saved revision. */
export function Findings({
  draft: { id, state, check, backtest, base_version: base },
  isChanged,
  onFault,
}: FindingsParts) {
  const isOpen = !isChanged && (state === 'draft' || state === 'proposed');
  return (
    <Stack gap="md">
      {isChanged && (
        <Notice tone="info">These results are for the saved text. Save to check your changes.</Notice>
      )}
      {check === null && <Notice tone="plain">This revision hasn’t been validated yet.</Notice>}
      {check && check.faults.length > 0 && (
        <Panel title={`Fix ${counted(check.faults.length, 'error')} before you apply it`}>
          <Stack gap="xs">
            {check.faults.map((fault) => (
              <div key={`${fault.file} ${fault.line} ${fault.sentence}`} className="fault">
                <UnstyledButton disabled={isChanged} onClick={() => onFault(fault)}>
                  <Text size="sm" component="span" className="foreign">
                    <b>
                      {fault.file}, line {fault.line}
                      {fault.entry !== null && <>, {fault.entry}</>}:
                    </b>{' '}
                    {fault.sentence}.
                  </Text>
                </UnstyledButton>
                {isOpen && <InItsForm entry={fault.entry} draft={id} />}
              </div>
            ))}
          </Stack>
        </Panel>
      )}
      {check && check.faults.length === 0 && (
        <Notice tone="good">
          No errors, checked <Time at={check.at} ago />.
        </Notice>
      )}
      {check && check.warnings.length > 0 && (
        <Notice tone="wait">
          <List size="sm">
            {check.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Notice>
      )}
      {check?.missing_secrets.map((missing) => (
        <MissingSecret key={missing.name} missing={missing} />
      ))}
      {check && check.faults.length === 0 && (
        <Panel title={`Changes from version ${base}`}>
          <Changes changes={check.changes} draft={isOpen ? id : undefined} />
        </Panel>
      )}
      {backtest && <Backtest backtest={backtest} />}
    </Stack>
  );
}

type Missing = NonNullable<Draft['check']>['missing_secrets'][number];

/** A secret that nobody has, and where it can be typed. */
function MissingSecret({
  missing: { name, named_by: users, lacked_by: lacking },
}: {
  readonly missing: Missing;
}) {
  const maySet = useMay()('catalogue:apply');
  const all = useSecretList();
  if (all.data?.secrets.some((one) => one.name === name && one.set_at !== null)) return null;
  return (
    <Notice tone="wait">
      <Group gap="xs">
        <span className="foreign">
          The secret <b>{name}</b> isn’t set
          {users.length > 0 && <>. Needed by {users.join(', ')}</>} ({lacking.join(', ')}).
        </span>
        {maySet ? (
          <SetSecret secret={name} button={{ size: 'compact-xs' }} />
        ) : (
          <span>Someone who can apply drafts can set it on Secrets.</span>
        )}
      </Group>
    </Notice>
  );
}

/** The way to the form of an entry, as faults name it: `offer mba`. */
function InItsForm({ entry, draft }: { readonly entry: string | null; readonly draft: string }) {
  const named = entryNamed(entry ?? '');
  return (
    named && (
      <Text size="sm" span>
        {' '}
        <EntryLink {...{ ...named, draft }}>Fix in form</EntryLink>
      </Text>
    )
  );
}

const KINDS = {
  decided: 'Different decision',
  offered: 'Different search result',
  mapped: 'Different request',
} as const;

const JUDGEMENTS: Readonly<Record<string, string>> = {
  passes: 'passes the checks',
  'not there': 'not on the campaign',
};

/** A judgement of the backtest: a refusal, or a word. */
function judgementText(judgement: unknown): string {
  if (isRecord(judgement)) {
    const { check, code, why } = judgement;
    if (typeof why === 'string')
      return refusalWords({ check: textOf(check), code: textOf(code), why }).replace(/^Because (of )?/, '');
  }
  const words = textOf(judgement);
  return JUDGEMENTS[words] ?? words.replaceAll('_', ' ');
}

function Backtest({ backtest }: { readonly backtest: NonNullable<Draft['backtest']> }) {
  const { at, leads, searches, version, groups } = backtest;
  return (
    <Panel title="Backtest">
      <Text size="sm" c="dimmed" mb="xs">
        {counted(leads, 'lead')} and {counted(searches, 'search', 'searches')} run against this draft and
        version {version} <Time at={at} ago />. Nothing was sent. Not compared: duplicates, exclusivity, caps,
        the suppression list, verification services, how answers are read, and destinations that are down.
      </Text>
      {groups.length === 0 && <Text size="sm">No differences.</Text>}
      <Stack gap="xs">
        {groups.map((group, at) => (
          <Text key={at} size="sm" component="div" className="foreign">
            <b>
              {KINDS[group.kind]}, {counted(group.count, 'time')}
            </b>
            : {group.offer}
            {group.program !== null && <> ({group.program})</>}: {judgementText(group.from)} →{' '}
            {judgementText(group.to)}
            {group.parts.length > 0 && <> ({group.parts.join(', ')})</>}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}
