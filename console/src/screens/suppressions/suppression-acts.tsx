import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { FileField } from '../../parts/file-field';
import { Notice } from '../../parts/notice';
import { useNewest } from '../../parts/use-newest';
import { counted, formatCount } from '../../words/format';
import { ByField, ScopeField, scopeOf, ValueField, type By } from './value-fields';

type Entry = components['schemas']['Suppression'];
type Imported = components['schemas']['ImportedSuppressions'];

/** What somebody typed is gone when the dialog opens again. */
function useValue() {
  const [by, setBy] = useState<By>('email');
  const [value, setValue] = useState('');
  const [scope, setScope] = useState('');
  const fields = (
    <>
      <ByField by={by} onBy={setBy} />
      <ValueField value={value} onValue={setValue} />
    </>
  );
  const clear = (): void => setValue('');
  return { by, value: value.trim(), scope, setScope, setBy, fields, clear };
}

/** Looks whether a person is on the list. */
export function FindDialog({ onFound }: { readonly onFound: (entries: readonly Entry[]) => void }) {
  const { by, value, fields, clear } = useValue();
  return (
    <ActDialog
      name="Find"
      why="none"
      onOpen={clear}
      isReady={value !== ''}
      act={async () => {
        const { entries } = await answerOf(
          api.POST('/api/v1/operator/suppressions/find', { body: { by, value } }),
        );
        onFound(entries);
        return entries.length === 0
          ? 'Not on the list.'
          : `${counted(entries.length, 'entry', 'entries')} found.`;
      }}
    >
      <Stack gap="sm">
        {fields}
        <Text size="sm" c="dimmed">
          The audit log records that you searched, but not for whom.
        </Text>
      </Stack>
    </ActDialog>
  );
}

interface ChangeParts {
  /** The list has changed: what was found on it may no longer be so. */
  readonly onChanged: () => void;
}

export function AddDialog({ onChanged }: ChangeParts) {
  const { by, value, scope, setScope, fields, clear } = useValue();
  return (
    <ActDialog
      name="Add"
      button={{ variant: 'filled' }}
      confirm="Add to the list"
      onOpen={clear}
      isReady={value !== ''}
      act={async (why) => {
        const body = { by, value, why, ...scopeOf(scope) };
        await answerOf(api.POST('/api/v1/operator/suppressions', { body }));
        onChanged();
        return 'Added. It applies everywhere within 5 seconds.';
      }}
    >
      <Stack gap="sm">
        {fields}
        <ScopeField scope={scope} onScope={setScope} />
      </Stack>
    </ActDialog>
  );
}

export function RemoveDialog({ onChanged }: ChangeParts) {
  const { by, value, scope, setScope, fields, clear } = useValue();
  return (
    <ActDialog
      name="Remove"
      confirm="Remove from the list"
      isDanger
      onOpen={clear}
      isReady={value !== ''}
      act={async (why) => {
        const body = { by, value, why, ...scopeOf(scope) };
        const { removed } = await answerOf(api.POST('/api/v1/operator/suppressions/remove', { body }));
        onChanged();
        return removed === 0
          ? 'No such entry, so nothing was removed.'
          : `${counted(removed, 'entry', 'entries')} removed. Other entries may still apply to the person. Use Find to check.`;
      }}
    >
      <Stack gap="sm">
        {fields}
        <ScopeField scope={scope} onScope={setScope} />
        <Text size="sm" c="dimmed">
          Removes only the entry with exactly this value and scope. Others stay, such as for the phone number
          or the domain.
        </Text>
      </Stack>
    </ActDialog>
  );
}

/** A file: first a look at the lines that can't be read, then the import. */
export function ImportDialog({ onChanged }: ChangeParts) {
  const { by, setBy, scope, setScope } = useValue();
  const [file, setFile] = useState('');
  const [seen, setSeen] = useState<Imported>();
  const newest = useNewest();
  /** Whatever changes, what was looked at is something else, also if the look is still under way. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      newest.outdate();
      setSeen(undefined);
    };
  return (
    <ActDialog
      name="Import"
      confirm={seen?.dry_run === true ? `Import ${counted(seen.taken, 'value')}` : 'Look at the file'}
      whyLabel="Why, for all entries"
      isReady={file !== '' && seen?.dry_run !== false}
      onOpen={() => changed(setFile)('')}
      act={async (why, isShown) => {
        const dry_run = seen?.dry_run !== true;
        const body = { by, file, why, dry_run, ...scopeOf(scope) };
        const isNewest = newest.begin();
        const answer = await answerOf(api.POST('/api/v1/operator/suppressions/import', { body }));
        if (isNewest()) setSeen(answer);
        if (!dry_run) onChanged();
        // What was imported must be told, also if another file stands there by now.
        if (!dry_run && !(isNewest() && isShown()))
          notifications.show({ message: importedWords(answer), color: 'keep' });
        return undefined;
      }}
    >
      <Stack gap="sm">
        <ByField by={by} onBy={changed(setBy)} />
        <FileField
          label="The list"
          hint="One value or hash per line. Anything after a comma is ignored. For longer lists, use leadkeep suppress import."
          onText={changed(setFile)}
        />
        <ScopeField scope={scope} onScope={changed(setScope)} />
        {seen && <ImportResult seen={seen} />}
      </Stack>
    </ActDialog>
  );
}

const importedWords = ({ taken, removed }: Imported): string =>
  `${counted(taken, 'value is', 'values are')} on the list.${removedWords(removed, 'are')}`;

const removedWords = (removed: number, verb: string): string =>
  removed === 0 ? '' : ` ${counted(removed, 'value')} of this source ${verb} taken off it.`;

const SHOWN = 20;

function ImportResult({ seen }: { readonly seen: Imported }) {
  const { dry_run: isLook, taken, removed, faulty, faults } = seen;
  return (
    <Notice tone={faulty > 0 ? 'wait' : isLook ? 'info' : 'good'}>
      {isLook
        ? `${counted(taken, 'value')} would be on the list.${removedWords(removed, 'would be')}`
        : importedWords(seen)}
      {faulty > 0 && ` ${counted(faulty, 'line')} can’t be read${isLook ? ' and would be left out' : ''}:`}
      {faults.slice(0, SHOWN).map(({ line, fault }) => (
        <Text key={line} size="sm">
          Line {formatCount(line)}: {fault}
        </Text>
      ))}
      {faulty > SHOWN && <Text size="sm">… and {formatCount(faulty - SHOWN)} more.</Text>}
    </Notice>
  );
}
