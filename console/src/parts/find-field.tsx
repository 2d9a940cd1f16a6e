import { useRef, useState } from 'react';
import { ActionIcon, Kbd, Loader, Popover, ScrollArea, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useLocation } from 'wouter';
import { answerOf, api } from '../api/client';
import { FoundList, placeOf, type Found } from './found-list';

const find = (q: string): Promise<Found> => answerOf(api.POST('/api/v1/operator/find', { body: { q } }));

/** Where a find leads by itself: there is one record, and nothing else. */
function onlyPlace({ entries, leads, searches, refused_calls, has_more }: Found): string | undefined {
  const places = [
    ...entries.map(placeOf),
    ...leads.map(({ id }) => `/leads/${id}`),
    ...searches.map(({ id }) => `/searches/${id}`),
  ];
  return places.length === 1 && refused_calls.length === 0 && !has_more ? places[0] : undefined;
}

/** The one field that finds. What is typed is sent in a body and stands in no address. */
export function FindField() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [, go] = useLocation();
  useHotkeys([['/', () => field.current?.focus()]]);
  const finding = useMutation({ mutationFn: find });
  const forget = (): void => {
    setText('');
    setOpened(false);
    finding.reset();
  };
  // Callbacks of the call, not of the mutation: they are left out once another call or `reset` follows it, or the field
  // is gone. An answer that nobody waits for any more must not lead away from another record.
  const look = (q: string): void =>
    finding.mutate(q, {
      onSuccess: (found) => {
        const place = onlyPlace(found);
        if (place === undefined) {
          setOpened(true);
          return;
        }
        forget();
        go(place);
      },
      onError: () => setOpened(true),
    });
  return (
    <Popover opened={opened} onChange={setOpened} width="target" shadow="lg" position="bottom">
      <Popover.Target>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') look(text.trim());
          }}
        >
          <TextInput
            ref={field}
            radius="xl"
            aria-label="Find a lead"
            placeholder="Find: id, email, phone, reference, click ID, or an offer by name"
            autoComplete="off"
            spellCheck={false}
            leftSection={finding.isPending ? <Loader size={14} /> : <Search size={16} aria-hidden />}
            rightSection={
              text === '' ? (
                <Kbd size="xs">/</Kbd>
              ) : (
                <ActionIcon variant="transparent" color="gray" aria-label="Clear" onClick={forget}>
                  <X size={15} />
                </ActionIcon>
              )
            }
            value={text}
            maxLength={300}
            onChange={(event) => {
              forget();
              setText(event.currentTarget.value);
            }}
          />
        </form>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <ScrollArea.Autosize mah="70vh">
          <FoundList
            found={finding.data}
            error={finding.error}
            onChosen={() => {
              forget();
            }}
          />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
