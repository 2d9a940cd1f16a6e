import { useState } from 'react';
import { Button, Grid, Group as Row, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { CustomFieldProps } from './form-parts';
import { FaultLine, Help } from './row-parts';
import { SampleAnswer, type Answered } from './sample-answer';
import { secretNameOf } from './secret-fields';
import { asGroup, asText, isGroup, type Group } from './values';

/** Where the leads of an offer go: by a kind to begin with, and with an answer to try beside the rules. */
export const DestinationField = (parts: CustomFieldProps) => (
  <Stack gap="md">
    {!parts.isReadOnly && <TemplateChoice {...parts} kind="direct" />}
    <DeliveryFields {...parts} />
  </Stack>
);

/** Where the leads go that chose a result of a partner. */
export const SubmitField = (parts: CustomFieldProps) => (
  <Stack gap="md">
    <Text size="sm" fw={550}>
      {parts.field.label}
    </Text>
    <Help>{parts.field.help}</Help>
    <DeliveryFields {...parts} />
  </Stack>
);

function DeliveryFields({ value, faults, entry, draft, isReadOnly, generated }: CustomFieldProps) {
  const canFollowUp = asGroup(value)['follow_up'] !== undefined;
  const of: readonly Answered[] = canFollowUp ? ['delivery', 'follow_up'] : ['delivery'];
  return (
    <Stack gap="md">
      <FaultLine faults={faults.filter(({ path }) => path === '')} />
      {generated({ only: ['url', 'headers', 'encoding', 'body'] })}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>{generated({ only: ['answers', 'follow_up'] })}</Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {!isReadOnly && <SampleAnswer {...{ draft, entry, of }} />}
        </Grid.Col>
      </Grid>
      {generated({ except: ['url', 'headers', 'encoding', 'body', 'answers', 'follow_up'] })}
    </Stack>
  );
}

/** Where a partner is searched. */
export function SearchField({ field, faults, entry, draft, isReadOnly, generated }: CustomFieldProps) {
  return (
    <Stack gap="md">
      <Text size="sm" fw={550}>
        {field.label}
      </Text>
      <Help>{field.help}</Help>
      <FaultLine faults={faults.filter(({ path }) => path === '')} />
      {generated({ except: ['results'] })}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>{generated({ only: ['results'] })}</Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {!isReadOnly && <SampleAnswer {...{ draft, entry }} of={['search']} />}
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** What a partner is asked and sent. */
export function PartnerField(parts: CustomFieldProps) {
  return (
    <Stack gap="md">
      {!parts.isReadOnly && <TemplateChoice {...parts} kind="partner" />}
      {parts.generated()}
    </Stack>
  );
}

const KEPT = ['url', 'test_url'];

/** A template, with the addresses that are typed already, and with this buyer's names of secrets. */
function filledIn(template: Group, typed: Group, rename: (text: string) => string): Group {
  const made = Object.fromEntries(
    Object.entries(template).map(([key, each]) => {
      if (typeof each === 'string') return [key, rename(each)];
      return [key, isGroup(each) ? filledIn(each, asGroup(typed[key]), rename) : each];
    }),
  );
  const kept = KEPT.flatMap((key) => (typed[key] === undefined ? [] : [[key, typed[key]] as const]));
  return { ...Object.fromEntries(kept), ...made };
}

interface ChoiceParts extends CustomFieldProps {
  readonly kind: 'direct' | 'partner';
}

/** A kind of destination to begin with. It replaces what is typed, but for the addresses. */
function TemplateChoice({ kind, value, entry, onChange }: ChoiceParts) {
  const [chosen, setChosen] = useState<string | null>(null);
  const templates = useQuery({
    queryKey: ['destination-templates'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/destination-templates', { signal })),
    staleTime: Infinity,
  }).data?.templates.filter((template) => template.kind === kind);
  const template = templates?.find(({ name }) => name === chosen);
  const isBegun = Object.keys(asGroup(value)).some((key) => !KEPT.includes(key));
  const use = (): void => {
    if (!template) return;
    const whose = asText(entry['buyer']) || asText(entry['handle']) || 'buyer';
    const prefix = `${secretNameOf(whose)}_`;
    const rename = (text: string): string => text.replaceAll('${secret:SANDBOX_', `\${secret:${prefix}`);
    const part = asGroup(template.entry)[kind === 'partner' ? 'partner' : 'delivery'];
    onChange(filledIn(asGroup(part), asGroup(value), rename));
    setChosen(null);
  };
  return (
    <Row gap="sm" align="flex-end">
      <Select
        flex={1}
        miw={240}
        label="Begin with a kind of destination"
        description="How they want leads, and how they answer. Change everything afterwards"
        placeholder="Choose the one that looks like theirs"
        data={(templates ?? []).map(({ name, title }) => ({ value: name, label: title }))}
        value={chosen}
        clearable
        onChange={setChosen}
      />
      <Button variant="default" disabled={!template} onClick={use}>
        {isBegun ? 'Replace what is typed' : 'Use it'}
      </Button>
    </Row>
  );
}
