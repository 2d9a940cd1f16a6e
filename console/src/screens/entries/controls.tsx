import { useId, useState, type ReactNode } from 'react';
import {
  Group as Row,
  Input,
  NativeSelect,
  NumberInput,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { FieldKind } from '../../../../src/core/catalogue/entry-form.js';
import {
  ChoiceControl,
  ChoicesControl,
  DatesControl,
  EntryControl,
  ProgramControl,
  ProgramsControl,
  RangeControl,
  TextsControl,
  ZoneControl,
} from './choice-controls';
import { orNoList, orNone, useCommon, wrapperOf, type ControlProps } from './control-parts';
import { useForm } from './form-parts';
import { asText, durationWords, exactText } from './values';

const WIDE: readonly FieldKind[] = ['expression', 'paragraphs'];

function TextControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { value, onChange, field } = parts;
  const given = {
    ...common,
    value: exactText(value),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(orNone(event.currentTarget.value)),
    spellCheck: field.kind === 'paragraphs' || field.kind === 'text',
    autoComplete: 'off',
  };
  if (!WIDE.includes(field.kind)) return <TextInput {...given} />;
  const isExpression = field.kind === 'expression';
  return (
    <Textarea
      {...given}
      autosize
      minRows={isExpression ? 1 : 3}
      maxRows={18}
      classNames={isExpression ? { input: 'code' } : {}}
    />
  );
}

function HandleControl(parts: ControlProps) {
  const { isKnown } = useForm();
  const common = useCommon(parts);
  const { value, onChange } = parts;
  return (
    <TextInput
      {...common}
      readOnly={isKnown}
      variant={isKnown ? 'filled' : 'default'}
      spellCheck={false}
      autoComplete="off"
      value={asText(value)}
      onChange={(event) => onChange(orNone(event.currentTarget.value))}
    />
  );
}

function TimeControl(parts: ControlProps) {
  const common = useCommon(parts);
  return (
    <TextInput
      {...common}
      w={110}
      placeholder="08:00"
      value={asText(parts.value)}
      onChange={(event) => parts.onChange(orNone(event.currentTarget.value))}
    />
  );
}

/** `$` */
const symbolOf = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

function NumberControl(parts: ControlProps) {
  const { currency } = useForm();
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const isMoney = field.kind === 'money';
  return (
    <NumberInput
      {...common}
      {...(isMoney && { prefix: symbolOf(currency), decimalScale: 2, allowNegative: false })}
      hideControls
      thousandSeparator=","
      allowDecimal={isMoney || (field.has_decimals ?? false)}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(typed) => onChange(typed === '' ? undefined : typed)}
    />
  );
}

function ShareControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { value, onChange } = parts;
  return (
    <NumberInput
      {...common}
      suffix="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      value={asText(value).replace(/%$/, '')}
      onChange={(typed) => onChange(typed === '' ? undefined : `${typed}%`)}
    />
  );
}

const UNITS = [
  { value: 'ms', label: 'milliseconds' },
  { value: 's', label: 'seconds' },
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
];

const partsOf = (duration: unknown): readonly [number: string, unit: string] => {
  const [, number = '', unit = ''] = /^(\d*)(ms|s|m|h|d)$/.exec(asText(duration)) ?? [];
  return [number, unit];
};

function DurationControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const [number, typedUnit] = partsOf(value);
  const [, usual] = partsOf(field.by_default ?? field.most);
  // Without a number, the unit stands nowhere else.
  const [chosen, choose] = useState(usual === '' ? 'm' : usual);
  const unit = typedUnit === '' ? chosen : typedUnit;
  const id = useId();
  const isOdd = value !== undefined && typedUnit === '';
  if (isOdd) return <TextControl {...parts} />;
  const range =
    field.least === undefined ? '' : `${durationWords(field.least)} to ${durationWords(field.most)}.`;
  return (
    <Input.Wrapper
      {...wrapperOf(common)}
      id={id}
      description={[common.description, range].filter(Boolean).join(' ')}
    >
      <Row gap={6} wrap="nowrap" mb={5}>
        <NumberInput
          id={id}
          flex={1}
          miw={0}
          placeholder={field.by_default === undefined ? undefined : durationWords(field.by_default)}
          disabled={common.disabled}
          error={common.error !== undefined}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={number}
          onChange={(typed) => onChange(typed === '' ? undefined : `${typed}${unit}`)}
        />
        <NativeSelect
          aria-label={`${field.label}: unit`}
          w={112}
          disabled={common.disabled}
          data={UNITS}
          value={unit}
          onChange={(event) => {
            choose(event.currentTarget.value);
            if (number !== '') onChange(`${number}${event.currentTarget.value}`);
          }}
        />
      </Row>
    </Input.Wrapper>
  );
}

function FlagControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { field, value, onChange } = parts;
  const byDefault = field.by_default === 'yes';
  return (
    <Switch
      label={common.label}
      description={common.description}
      error={common.error}
      disabled={common.disabled}
      checked={typeof value === 'boolean' ? value : byDefault}
      onChange={(event) =>
        onChange(event.currentTarget.checked === byDefault ? undefined : event.currentTarget.checked)
      }
    />
  );
}

/** One secret, or two while one is replaced. */
function SecretControl(parts: ControlProps) {
  const common = useCommon(parts);
  const { value, onChange } = parts;
  if (Array.isArray(value))
    return (
      <TagsInput
        {...common}
        maxTags={2}
        value={value.map(String)}
        onChange={(list) => onChange(list.length === 1 ? list[0] : orNoList(list))}
      />
    );
  return (
    <TextInput
      {...common}
      placeholder="${secret:NAME}"
      spellCheck={false}
      autoComplete="off"
      value={asText(value)}
      onChange={(event) => onChange(orNone(event.currentTarget.value))}
    />
  );
}

const CONTROLS: Readonly<Partial<Record<FieldKind, (parts: ControlProps) => ReactNode>>> = {
  text: TextControl,
  paragraphs: TextControl,
  expression: TextControl,
  handle: HandleControl,
  address: TextControl,
  secret: SecretControl,
  number: NumberControl,
  money: NumberControl,
  duration: DurationControl,
  share: ShareControl,
  limit: TextControl,
  time: TimeControl,
  date: TextControl,
  zone: ZoneControl,
  flag: FlagControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
  texts: TextsControl,
  dates: DatesControl,
  range: RangeControl,
  entry: EntryControl,
  program: ProgramControl,
  programs: ProgramsControl,
};

/** The control of a kind of value. A kind that the page does not know yet can be written as text. */
export function Control(parts: ControlProps) {
  const Made = CONTROLS[parts.field.kind] ?? TextControl;
  return <Made {...parts} />;
}
