import { memo, useState, type ReactNode } from 'react';
import { Box, Fieldset, Group as Row, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { FieldKind, FormField } from '../../../../src/core/catalogue/entry-form.js';
import { formatCents } from '../../words/format';
import { textOf } from '../../words/values';
import { Control } from './controls';
import { customField } from './custom-fields';
import {
  useDraft,
  useForm,
  useTyped,
  type CustomFieldProps,
  type Other,
  type Which,
  useFaults,
} from './form-parts';
import {
  AddButton,
  FaultLine,
  Help,
  ListHead,
  RowActs,
  sentenceOf,
  useFaultsAt,
  type RowAct,
} from './row-parts';
import { MapField } from './map-field';
import { RulesField } from './rules';
import { asGroup, asList, asText, isOptional, pathText, type Group, type Path, faultsUnder } from './values';

interface FieldParts {
  readonly field: FormField;
  readonly path: Path;
  readonly value: unknown;
  /** Its label stands above it already. */
  readonly isTitled?: boolean;
}

const LARGE: readonly FieldKind[] = [
  'address',
  'expression',
  'paragraphs',
  'group',
  'rows',
  'rules',
  'map',
  'headers',
];
const MANY = 7;
const isLarge = ({ kind, options = [] }: FormField): boolean =>
  LARGE.includes(kind) || (kind === 'choices' && options.length > MANY);

/** A field of an entry, whatever its kind. It is drawn again only if its own value or faults change. */
export const Field = memo(
  function Field(parts: FieldParts) {
    const { form } = useForm();
    const { field, path } = parts;
    const Custom = customField(form, path, field);
    if (Custom) return <CustomField {...parts} of={Custom} />;
    switch (field.kind) {
      case 'group':
        return <GroupField {...parts} />;
      case 'rows':
        return <RowsField {...parts} />;
      case 'rules':
        return (
          <RulesField
            {...parts}
            rest={(fields, at, rule) => <Fields fields={fields} path={at} value={rule} />}
          />
        );
      case 'map':
        return <MapField {...parts} />;
      default:
        return <ValueField {...parts} />;
    }
  },
  (one, other) =>
    one.field === other.field && one.value === other.value && pathText(one.path) === pathText(other.path),
);

function ValueField({ field, path, value }: FieldParts) {
  const { change } = useForm();
  const error = sentenceOf(useFaultsAt(path, true));
  return (
    <Box data-field={pathText(path)} className={isLarge(field) ? 'form-wide' : undefined}>
      <Control
        {...{ field, path, value, error }}
        onChange={(next) => {
          change(path, next);
        }}
      />
    </Box>
  );
}

function CustomField({
  of: Custom,
  field,
  path,
  value,
}: FieldParts & { readonly of: React.ComponentType<CustomFieldProps> }) {
  const { change, isReadOnly } = useForm();
  return (
    <Box data-field={pathText(path)} className="form-wide">
      <Custom
        {...{ field, value, isReadOnly }}
        onChange={(next) => {
          change(path, next);
        }}
        faults={useFaultsAt(path, true)}
        draft={useDraft()}
        entry={useTyped()}
        generated={(which) => <Fields {...{ path, value }} fields={chosen(field.fields ?? [], which)} />}
      />
    </Box>
  );
}

const chosen = (fields: readonly FormField[], { only, except }: Which = {}): readonly FormField[] =>
  fields.filter(({ key }) => (only?.includes(key) ?? true) && !(except?.includes(key) ?? false));

interface FieldsParts {
  readonly fields: readonly FormField[];
  readonly path: Path;
  /** The group that has them. */
  readonly value: unknown;
  /** The title above them, which a field need not repeat. */
  readonly titled?: string;
}

/** Fields of a group, as many beside each other as there is room for. */
export function Fields({ fields, ...parts }: FieldsParts) {
  const { path, value } = parts;
  const few = fields.filter((field) => field.is_advanced);
  const all = useFaults();
  const isNeeded = few.some(
    ({ key }) => asGroup(value)[key] !== undefined || faultsUnder(all, pathText([...path, key])).length > 0,
  );
  return (
    <>
      <FieldGrid {...parts} fields={fields.filter((field) => !field.is_advanced)} />
      {few.length > 0 && (
        <Box pt="sm">
          <Folded title="More" isOpen={isNeeded}>
            <FieldGrid {...parts} fields={few} />
          </Folded>
        </Box>
      )}
    </>
  );
}

const FieldGrid = ({ fields, path, value, titled }: FieldsParts) => (
  <div className="form-grid">
    {fields.map((field) => (
      <Field
        key={field.key}
        field={field}
        path={[...path, field.key]}
        value={asGroup(value)[field.key]}
        isTitled={titled === field.label}
      />
    ))}
  </div>
);

/** Fields that belong together. One that need not be there, but has what it needs, is switched on. */
function GroupField({ field, path, value, isTitled }: FieldParts) {
  const { change, isReadOnly } = useForm();
  const [last, setLast] = useState<unknown>();
  const faults = useFaultsAt(path);
  const { label, help, fields = [], by_default: byDefault } = field;
  const isSwitched = isOptional(field);
  const isOn = value !== undefined || !isSwitched;
  return (
    <Fieldset
      className="form-wide"
      data-field={pathText(path)}
      legend={isSwitched || isTitled ? undefined : label}
      aria-label={label}
      styles={{ legend: { fontSize: '0.875rem', fontWeight: 500 } }}
      variant={isSwitched ? 'default' : 'unstyled'}
      p={isSwitched ? 'sm' : 0}
    >
      <Stack gap="xs">
        {isSwitched && (
          <Switch
            label={label}
            description={[help, !isOn && byDefault !== undefined && `Off: ${byDefault}.`]
              .filter(Boolean)
              .join(' ')}
            disabled={isReadOnly}
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => {
              setLast(value);
              change(path, checked ? (last ?? {}) : undefined);
            }}
          />
        )}
        {!isSwitched && <Help>{help}</Help>}
        <FaultLine faults={faults} />
        {isOn && <Fields {...{ fields, path, value }} />}
      </Stack>
    </Fieldset>
  );
}

/** Keys of the rows, which stay when others are removed or moved. */
function useRowKeys(count: number) {
  const [made, setMade] = useState<{ readonly keys: readonly number[]; readonly next: number }>(() => ({
    keys: Array.from({ length: count }, (_, at) => at),
    next: count,
  }));
  const missing = Math.max(0, count - made.keys.length);
  const keys = [...made.keys, ...Array.from({ length: missing }, (_, at) => made.next + at)].slice(0, count);
  return {
    keys,
    remake: (change: (keys: readonly number[]) => readonly number[]) =>
      setMade({ keys: change(keys), next: made.next + missing + 1 }),
    fresh: made.next + missing,
  };
}

const SMALL_ROW = 5;
/** Whether one line has room for a row. */
const isLine = ({ fields = [] }: FormField): boolean => fields.length <= SMALL_ROW && !fields.some(isLarge);

/** A list of rows that can be added, copied, moved and removed. */
function RowsField({ field, path, value, isTitled }: FieldParts) {
  const { change, isReadOnly } = useForm();
  const rows = asList(value);
  const { keys, remake, fresh } = useRowKeys(rows.length);
  const [opened, setOpened] = useState<readonly number[]>([]);
  const faults = useFaultsAt(path);
  const { label, one = 'row' } = field;
  const set = (next: readonly unknown[], nextKeys: readonly number[]): void => {
    remake(() => nextKeys);
    change(path, next.length === 0 ? undefined : next);
  };
  const insert = (at: number, row: unknown): void => {
    setOpened([...opened, fresh]);
    set(rows.toSpliced(at, 0, row), keys.toSpliced(at, 0, fresh));
  };
  const act = useCallbackRef((what: RowAct, at: number): void => {
    const key = keys[at] ?? at;
    if (what === 'open') setOpened([...opened, key]);
    else if (what === 'close') setOpened(opened.filter((each) => each !== key));
    else if (what === 'copy') insert(at + 1, rows[at]);
    else if (what === 'up') set(moved(rows, at), moved(keys, at));
    else set(rows.toSpliced(at, 1), keys.toSpliced(at, 1));
  });
  return (
    <Box className="form-wide" data-field={pathText(path)} role="group" aria-label={label}>
      <Stack gap="xs">
        <ListHead field={field} isEmpty={rows.length === 0} faults={faults} isTitled={isTitled} />
        {rows.map((row, at) => {
          const key = keys[at] ?? at;
          return (
            <OneRow
              key={key}
              {...{ field, at, act }}
              path={[...path, at]}
              value={row}
              isOpen={opened.includes(key)}
            />
          );
        })}
        {!isReadOnly && <AddButton one={one} onAdd={() => insert(rows.length, {})} />}
      </Stack>
    </Box>
  );
}

function moved<T>(list: readonly T[], at: number): T[] {
  const [item] = list.slice(at, at + 1);
  return item === undefined ? [...list] : list.toSpliced(at, 1).toSpliced(at - 1, 0, item);
}

interface OneRowParts extends FieldParts {
  readonly at: number;
  readonly isOpen: boolean;
  /** The same one at each drawing. */
  readonly act: (what: RowAct, at: number) => void;
}

/** A row of a list. Of many, the one that somebody types into is drawn again alone. */
const OneRow = memo(
  function OneRow(parts: OneRowParts) {
    return isLine(parts.field) ? <LineRow {...parts} /> : <CardRow {...parts} />;
  },
  (one, other) =>
    one.field === other.field &&
    one.value === other.value &&
    one.isOpen === other.isOpen &&
    one.act === other.act &&
    pathText(one.path) === pathText(other.path),
);

const nameOf = ({ field: { one = 'row' }, at }: OneRowParts): string => `${one} ${at + 1}`;

const short = new WeakMap<FormField, FormField>();
/** The same field without its help, which the first row has. */
function withoutHelp(field: FormField): FormField {
  const known = short.get(field);
  if (known) return known;
  const { help: _help, ...made } = field;
  short.set(field, made);
  return made;
}

function LineRow(parts: OneRowParts) {
  const { field, path, value, at, act } = parts;
  return (
    <Box className="form-row" role="group" aria-label={nameOf(parts)} data-field={pathText(path)}>
      <Row gap="sm" align="flex-start" wrap="nowrap">
        <div className="form-line">
          {(field.fields ?? [])
            .map((full) => (at > 0 ? withoutHelp(full) : full))
            .map((each) => (
              <Field
                key={each.key}
                field={each}
                path={[...path, each.key]}
                value={asGroup(value)[each.key]}
              />
            ))}
        </div>
        <RowActs name={nameOf(parts)} {...{ at, act }} />
      </Row>
      <FaultLine faults={useFaultsAt(path)} />
    </Box>
  );
}

/** A row of many fields: its name, and its fields when it is open. */
function CardRow(parts: OneRowParts) {
  const { field, path, value, at, isOpen, act } = parts;
  const { others, currency } = useForm();
  const own = useFaultsAt(path);
  const isFaulty = useFaultsAt(path, true).length > 0;
  const isShown = isOpen || isFaulty;
  const { title, facts } = summaryOf(field, asGroup(value), others, currency);
  const Chevron = isShown ? ChevronDown : ChevronRight;
  return (
    <Box className="form-row" role="group" aria-label={nameOf(parts)} data-field={pathText(path)}>
      <Row gap="xs" justify="space-between" wrap="nowrap">
        <UnstyledButton
          flex={1}
          miw={0}
          aria-expanded={isShown}
          onClick={() => act(isShown ? 'close' : 'open', at)}
        >
          <Row gap={6} wrap="nowrap">
            <Chevron size={16} aria-hidden />
            <Text size="sm" fw={550} className="cut">
              {title || `New ${field.one ?? 'row'}`}
            </Text>
            {!isShown && (
              <Text size="xs" c="dimmed" className="cut">
                {facts}
              </Text>
            )}
          </Row>
        </UnstyledButton>
        <RowActs name={nameOf(parts)} {...{ at, act }} />
      </Row>
      <FaultLine faults={own} />
      {isShown && (
        <Box pt="sm">
          <Fields fields={field.fields ?? []} path={path} value={value} />
        </Box>
      )}
    </Box>
  );
}

const TITLES = ['label', 'name', 'offer', 'when', 'value'];

/** What a closed row says: its name, and what it costs or does. */
function summaryOf(
  { fields = [] }: FormField,
  row: Group,
  others: readonly Other[],
  currency: string,
): { readonly title: string; readonly facts: string } {
  const key = TITLES.find((each) => asText(row[each]) !== '') ?? '';
  const said = asText(row[key]);
  const of = fields.find((field) => field.key === key)?.of;
  const title = others.find((other) => other.kind === of && other.handle === said)?.name ?? said;
  const facts = fields.flatMap((field) => {
    const value = row[field.key];
    if (field.key === key || value === undefined) return [];
    if (field.kind === 'money' && typeof value === 'number')
      return [`${field.label} ${formatCents(Math.round(value * 100), currency)}`];
    if (field.kind === 'choice')
      return [field.options?.find((option) => option.value === value)?.label ?? textOf(value)];
    if (field.key === 'value') return [textOf(value)];
    return Array.isArray(value) && field.kind !== 'texts' ? [`${field.label}: ${value.length}`] : [];
  });
  return { title, facts: facts.join(' · ') };
}

/** What hides the fields that few need. */
export function Folded({
  title,
  isOpen,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}) {
  const [opened, setOpened] = useState(isOpen);
  const isShown = opened || isOpen;
  const Chevron = isShown ? ChevronDown : ChevronRight;
  return (
    <>
      <UnstyledButton aria-expanded={isShown} onClick={() => setOpened(!isShown)}>
        <Row gap={6}>
          <Chevron size={16} aria-hidden />
          <Text size="sm" fw={550} span>
            {title}
          </Text>
        </Row>
      </UnstyledButton>
      {isShown && <Box pt="sm">{children}</Box>}
    </>
  );
}
