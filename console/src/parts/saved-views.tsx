import { useState, type ReactNode } from 'react';
import { Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Check, Settings2 } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import { useMay } from '../app/me';
import { sentenceOf } from '../api/api-problem';
import { answerOf, api } from '../api/client';
import type { components } from '../api/schema';
import { ActDialog } from './act-dialog';
import { Notice } from './notice';

export type SavedView = components['schemas']['SavedView'];

interface ViewsParts {
  readonly screen: SavedView['screen'];
  /** What can be done with a view besides opening and deleting it. */
  readonly more?: (view: SavedView, canMail: boolean) => ReactNode;
}

const VIEWS = ['saved-views'] as const;

/** The views of a screen that the reader has saved: opens one, saves what is shown, deletes one. */
export function SavedViews({ screen, more }: ViewsParts) {
  const may = useMay()('reports:read');
  const [search] = useSearchParams();
  const [managing, { open, close }] = useDisclosure();
  const { data, error } = useQuery({
    queryKey: [...VIEWS, screen],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/saved-views', { params: { query: { screen } }, signal })),
    enabled: may,
    staleTime: 60_000,
  });
  if (!may) return null;
  const views = data?.views ?? [];
  const here = search.toString();
  const shown = views.find(({ query }) => new URLSearchParams(query).toString() === here);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Bookmark size={15} aria-hidden />}>
            {shown ? <span className="cut group">{shown.name}</span> : 'Saved views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              href={`/${screen}${view.query === '' ? '' : `?${view.query}`}`}
              rightSection={view.id === shown?.id ? <Check size={14} aria-label="shown now" /> : undefined}
            >
              <span className="foreign">{view.name}</span>
            </Menu.Item>
          ))}
          {views.length === 0 && <Menu.Label>{error ? sentenceOf(error) : 'No saved views yet'}</Menu.Label>}
          {views.length > 0 && (
            <Menu.Item leftSection={<Settings2 size={14} aria-hidden />} onClick={open}>
              Manage views
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SaveView screen={screen} query={here} views={views} />
      <Modal opened={managing} onClose={close} size="lg" title={<Text fw={650}>Saved views</Text>}>
        <Stack gap="md">
          {views.map((view) => (
            <ManagedView key={view.id} view={view} more={more?.(view, data?.can_mail ?? false)} />
          ))}
          {views.length === 0 && <Text size="sm">No saved views yet.</Text>}
        </Stack>
      </Modal>
    </>
  );
}

interface SaveParts {
  readonly screen: SavedView['screen'];
  readonly query: string;
  readonly views: readonly SavedView[];
}

function SaveView({ screen, query, views }: SaveParts) {
  const [name, setName] = useState('');
  const replaces = views.some((view) => view.name === name.trim());
  return (
    <ActDialog
      name="Save view"
      confirm={replaces ? 'Replace' : 'Save'}
      why="none"
      isReady={name.trim() !== ''}
      onOpen={() => setName('')}
      act={async () => {
        const body = { screen, name: name.trim(), query };
        await answerOf(api.POST('/api/v1/operator/saved-views', { body }));
        return `Saved as ${body.name}.`;
      }}
    >
      <Text size="sm">Saves what this screen shows now. Only you see your views.</Text>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        maxLength={60}
        description={replaces ? 'Replaces your view with this name.' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActDialog>
  );
}

function ManagedView({ view, more }: { readonly view: SavedView; readonly more: ReactNode }) {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/api/v1/operator/saved-views/{id}', { params: { path: { id: view.id } } })),
    onSuccess: async () => {
      notifications.show({ message: `Deleted ${view.name}.`, color: 'keep' });
      await queries.invalidateQueries({ queryKey: VIEWS });
    },
  });
  return (
    <section className="form-row" aria-label={view.name}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={550} className="foreign">
          {view.name}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          loading={deleting.isPending}
          onClick={() => {
            deleting.mutate();
          }}
        >
          Delete
        </Button>
      </Group>
      {deleting.error && <Notice tone="bad">{sentenceOf(deleting.error)}</Notice>}
      {more}
    </section>
  );
}
