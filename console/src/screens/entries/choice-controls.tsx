import { useState } from 'react';
import {
  Chip,
  Group as Row,
  Input,
  MultiSelect,
  NumberInput,
  Pill,
  Select,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useLocation, useSearch } from 'wouter';
import { EntryLink } from '../../parts/entry-buttons';
import { textOf } from '../../words/values';
import { orNoList, orNone, useCommon, wrapperOf, type ControlProps } from './control-parts';
import { programsFor, useDraft, useForm, useTyped } from './form-parts';
import { asList, asText } from './values';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A value that nothing knows is shown too, so that its fault can be read. */
const withUnknown = (choices: readonly Choice[], values: readonly string[]): Choice[] => [
  ...choices,
  ...values
    .filter((value) => value !== '' && !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value })),
];

export function ChoiceControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const options = field.options ?? [];
  const shown = value === undefined ? null : textOf(value);
  return (
    <Select
      {...common}
      searchable={options.length > 8}
      clearable={field.is_required !== true}
      allowDeselect={field.is_required !== true}
      data={withUnknown(
        options.map((option) => ({ value: String(option.value), label: option.label })),
        shown === null ? [] : [shown],
      )}
      value={shown}
      onChange={(chosen) =>
        onChange(options.find((option) => String(option.value) === chosen)?.value ?? chosen ?? undefined)
      }
    />
  );
}

const FEW = 7;

export function ChoicesControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const options = (field.options ?? []).map((option) => ({
    value: String(option.value),
    label: option.label,
  }));
  const chosen = asList(value).map(String);
  const choose = (next: readonly string[]): void => {
    const known = options.map((option) => option.value).filter((each) => next.includes(each));
    onChange(orNoList([...known, ...next.filter((each) => !known.includes(each))]));
  };
  if (options.length > FEW)
    return (
      <MultiSelect
        {...common}
        placeholder={chosen.length === 0 ? common.placeholder : undefined}
        searchable
        clearable
        hidePickedOptions
        data={withUnknown(options, chosen)}
        value={chosen}
        onChange={choose}
      />
    );
  return (
    <Input.Wrapper
      {...wrapperOf(common)}
      description={[
        common.description,
        chosen.length === 0 && common.placeholder && `Leave empty for ${common.placeholder}.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <Chip.Group multiple value={chosen} onChange={choose}>
        <Row gap={6} mt={6} mb={5} role="group" aria-label={field.label}>
          {withUnknown(options, chosen).map((option) => (
            <Chip key={option.value} value={option.value} size="xs" disabled={common.disabled}>
              {option.label}
            </Chip>
          ))}
        </Row>
      </Chip.Group>
    </Input.Wrapper>
  );
}

export function TextsControl(parts: ControlProps) {
  const common = useCommon(parts);
  return (
    <TagsInput
      {...common}
      placeholder="Type one, then Enter"
      clearable
      acceptValueOnBlur
      value={asList(parts.value).map(String)}
      onChange={(list) => parts.onChange(orNoList(list))}
    />
  );
}

export function DatesControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const days = asList(value).map(String);
  const [day, setDay] = useState('');
  const add = (): void => {
    if (day !== '' && !days.includes(day)) onChange([...days, day].sort());
    setDay('');
  };
  return (
    <Input.Wrapper {...wrapperOf(common)}>
      <Row gap={6} mt={2} mb={5}>
        {days.map((each) => (
          <Pill
            key={each}
            withRemoveButton={!common.disabled}
            onRemove={() => onChange(orNoList(days.filter((other) => other !== each)))}
            removeButtonProps={{ 'aria-label': `Remove ${each}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {each}
          </Pill>
        ))}
        <TextInput
          type="date"
          size="xs"
          aria-label={`${field.label}: add a day`}
          disabled={common.disabled}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
      </Row>
    </Input.Wrapper>
  );
}

export function RangeControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const [least, most] = asList(value);
  const end = (words: string, mine: unknown, make: (typed: unknown) => readonly unknown[]) => (
    <NumberInput
      aria-label={`${field.label}: ${words}`}
      placeholder={words}
      flex="0 1 84px"
      miw={0}
      hideControls
      allowDecimal={field.has_decimals ?? false}
      thousandSeparator=","
      disabled={common.disabled}
      value={typeof mine === 'number' ? mine : ''}
      onChange={(typed) => {
        const next = make(typed === '' ? null : typed);
        onChange(next.every((each) => each === null) ? undefined : next);
      }}
    />
  );
  return (
    <Input.Wrapper {...wrapperOf(common)}>
      <Row gap={6} wrap="nowrap" mb={5}>
        {end('least', least, (typed) => [typed, most ?? null])}
        <span>to</span>
        {end('most', most, (typed) => [least ?? null, typed])}
      </Row>
    </Input.Wrapper>
  );
}

const USUAL_ZONES = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix'],
  ...['America/Los_Angeles', 'America/Anchorage', 'Pacific/Honolulu', 'UTC'],
];
const OTHER_ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => !USUAL_ZONES.includes(zone));
const MOST_SHOWN = 100;

export function ZoneControl(parts: ControlProps) {
  const common = useCommon(parts);
  const zone = asText(parts.value);
  const known = [...USUAL_ZONES, ...OTHER_ZONES];
  return (
    <Select
      {...common}
      searchable
      clearable
      limit={MOST_SHOWN}
      data={zone === '' || known.includes(zone) ? known : [...known, zone]}
      value={orNone(zone) ?? null}
      onChange={(chosen) => parts.onChange(chosen ?? undefined)}
    />
  );
}

export function EntryControl(parts: ControlProps) {
  const { others, isReadOnly } = useForm();
  const draft = useDraft();
  const [location] = useLocation();
  const search = useSearch();
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const handle = asText(value);
  const choices = others
    .filter(({ kind }) => kind === field.of)
    .map((other) => ({ value: other.handle, label: other.name }));
  // Two may have one name; nobody could tell which is which.
  const told = choices.map((choice) =>
    choices.some((other) => other !== choice && other.label === choice.label)
      ? { ...choice, label: `${choice.label} (${choice.value})` }
      : choice,
  );
  const kind = field.of ?? 'buyer';
  return (
    <>
      <Select
        {...common}
        searchable
        limit={MOST_SHOWN}
        allowDeselect={field.is_required !== true}
        nothingFoundMessage={choices.length === 0 ? `No ${kind}s yet` : `No ${kind} with this name`}
        data={withUnknown(told, [handle])}
        value={orNone(handle) ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
      {handle === '' && !isReadOnly && (
        <Text size="xs">
          {choices.length === 0 && `No ${kind}s yet. `}
          <EntryLink
            form={kind}
            {...(draft && { draft: draft.id })}
            back={search === '' ? location : `${location}?${search}`}
          >
            {`New ${kind}`}
          </EntryLink>
        </Text>
      )}
    </>
  );
}

function usePrograms({ path }: ControlProps): Choice[] {
  const form = useForm();
  const known = programsFor(form, useTyped(), path);
  return [...new Map(known.map(({ value, label }) => [value, { value, label }])).values()];
}

export function ProgramControl(parts: ControlProps) {
  const common = useCommon(parts);
  const programs = usePrograms(parts);
  const program = asText(parts.value);
  return (
    <Select
      {...common}
      placeholder={common.withAsterisk ? undefined : 'all'}
      searchable
      clearable
      allowDeselect={!common.withAsterisk}
      nothingFoundMessage="No program with this name"
      data={withUnknown(programs, [program])}
      value={orNone(program) ?? null}
      onChange={(chosen) => parts.onChange(chosen ?? undefined)}
    />
  );
}

export function ProgramsControl(parts: ControlProps) {
  const common = useCommon(parts);
  const chosen = asList(parts.value).map(String);
  return (
    <MultiSelect
      {...common}
      searchable
      hidePickedOptions
      data={withUnknown(usePrograms(parts), chosen)}
      value={chosen}
      onChange={(list) => parts.onChange(orNoList(list))}
    />
  );
}
