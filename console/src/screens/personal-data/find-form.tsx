import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { Notice } from '../../parts/notice';
import type { Found } from './found-panels';

/** By what a person is found. It is sent in bodies alone, and is gone when the screen is left. */
export interface Wanted {
  readonly email?: string;
  readonly phone?: string;
  readonly case: string;
}

export interface Looked {
  readonly wanted: Wanted;
  readonly found: Found;
}

interface FieldParts {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly value: string;
  readonly readOnly: boolean;
  readonly onText: (text: string) => void;
}

const Field = ({ onText, ...parts }: FieldParts) => (
  <TextInput
    autoComplete="off"
    maxLength={200}
    {...parts}
    onChange={(event) => onText(event.currentTarget.value)}
  />
);

interface FormParts {
  readonly onFound: (looked: Looked) => void;
  /** When a field is changed. */
  readonly onChanged: () => void;
}

export function FindForm({ onFound, onChanged }: FormParts) {
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [number, setNumber] = useState('');
  const finding = useMutation({
    mutationFn: async (): Promise<Looked> => {
      const wanted = {
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(phone.trim() !== '' && { phone: phone.trim() }),
        case: number.trim(),
      };
      return { wanted, found: await answerOf(api.POST('/api/v1/operator/persons/find', { body: wanted })) };
    },
    onSuccess: onFound,
  });
  const fieldOf = (value: string, set: (text: string) => void) => ({
    value,
    onText(text: string) {
      set(text);
      onChanged();
    },
    readOnly: finding.isPending,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finding.mutate();
      }}
    >
      <Stack gap="sm" maw={560}>
        <Text size="sm">
          Enter every e-mail address and phone number of the person. Leads with other ones aren’t found.
        </Text>
        <Field label="E-mail address" {...fieldOf(email, setEmail)} />
        <Field label="Phone number" {...fieldOf(phone, setPhone)} />
        <Field
          label="Case number"
          description="Your own number, never a name. It stays in the audit log and on the certificate."
          required
          {...fieldOf(number, setNumber)}
        />
        {finding.error && <Notice tone="bad">{sentenceOf(finding.error)}</Notice>}
        <Group>
          <Button
            type="submit"
            loading={finding.isPending}
            disabled={number.trim() === '' || (email.trim() === '' && phone.trim() === '')}
          >
            Find
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
