import { useState } from 'react';
import { NumberInput, PasswordInput, Text, TextInput, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SECRET_NAME } from '../../../src/core/catalogue/named-secrets.js';
import { answerOf, api } from '../api/client';
import { ActDialog } from './act-dialog';

/** All secrets, as far as their names and places go. */
export const useSecretList = () =>
  useQuery({
    queryKey: ['secrets'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/secrets', { signal })),
  });

interface SetParts {
  /** Absent: a new one, whose name is asked for. */
  readonly secret?: string;
  /** One is stored, which callers may go on signing with for a while. */
  readonly isStored?: boolean;
  readonly words?: string;
  readonly button?: ButtonProps;
}

/** A button that stores a secret. What is typed goes in, and nobody can read it again. */
export function SetSecret({ secret, isStored = false, words, button }: SetParts) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [hours, setHours] = useState<number | string>(24);
  const isNamed = secret !== undefined || SECRET_NAME.test(name);
  return (
    <ActDialog
      name={words ?? (isStored ? 'Replace' : 'Set')}
      confirm={isStored ? 'Replace the secret' : 'Store the secret'}
      {...(button && { button })}
      isReady={isNamed && value.trim() !== ''}
      onOpen={() => {
        setName('');
        setValue('');
      }}
      act={async (why) => {
        const overlap = isStored && Number(hours) > 0 ? { overlap_hours: Number(hours) } : {};
        const { sentence } = await answerOf(
          api.PUT('/api/v1/operator/secrets/{name}', {
            params: { path: { name: secret ?? name } },
            body: { value: value.trim(), why, ...overlap },
          }),
        );
        setValue('');
        return sentence;
      }}
    >
      {secret === undefined ? (
        <TextInput
          label="Name"
          description="The catalogue refers to it as ${secret:NAME}. Letters, digits and _"
          required
          data-autofocus
          maxLength={100}
          value={name}
          error={name !== '' && !isNamed && 'Letters, digits and _ only, and no digit at the start'}
          onChange={(event) => setName(event.currentTarget.value.trim())}
        />
      ) : (
        <Text size="sm">
          Secret <b className="foreign">{secret}</b>
        </Text>
      )}
      <SecretInput label={isStored ? 'New value' : 'Value'} value={value} onText={setValue} />
      {isStored && (
        <NumberInput
          label="The value before stays valid for, in hours"
          description="For the signatures of callbacks, until the buyer has changed over. 0 revokes it right away"
          min={0}
          max={720}
          value={hours}
          onChange={setHours}
        />
      )}
    </ActDialog>
  );
}

interface InputParts {
  readonly label: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** Where a secret is typed. No browser offers to remember it. */
export const SecretInput = ({ label, description, error, value, onText }: InputParts) => (
  <PasswordInput
    label={label}
    description={description ?? 'Stored encrypted. Nobody can read it again, you neither'}
    required
    autoComplete="new-password"
    maxLength={4_096}
    value={value}
    error={error}
    onChange={(event) => onText(event.currentTarget.value)}
  />
);
