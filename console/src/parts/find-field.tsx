import { useRef, useState } from 'react';
import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useLocation } from 'wouter';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The one field that finds a lead. */
export function FindField() {
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState('');
  const [, go] = useLocation();
  useHotkeys([['/', () => field.current?.focus()]]);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = sent.trim();
        if (UUID.test(wanted)) go(`/leads/${wanted.toLowerCase()}`);
      }}
    >
      <TextInput
        ref={field}
        size="sm"
        radius="xl"
        aria-label="Find a lead"
        placeholder="Find a lead: id, e-mail, phone, reference …"
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd size="xs">/</Kbd>}
        value={sent}
        maxLength={200}
        onChange={(event) => {
          setSent(event.currentTarget.value);
        }}
      />
    </form>
  );
}
