import type { ReactNode } from 'react';
import {
  Box,
  Button,
  Checkbox,
  Group as Row,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { FormField, FormOption } from '../../../../src/core/catalogue/entry-form.js';
import { useForm } from './form-parts';
import { FaultLine, ListHead, RowIcon, useFaultsAt } from './row-parts';
import { asGroup, asList, asText, pathText, type Group, type Path } from './values';

type Rest = (fields: readonly FormField[], path: Path, rule: Group) => ReactNode;

interface RulesParts {
  readonly field: FormField;
  readonly path: Path;
  readonly value: unknown;
  /** Draws the fields of a rule that no control here is for. */
  readonly rest: Rest;
}

/** The keys of a rule that have controls here. */
const DRAWN = [
  'any',
  'field',
  'in',
  'not_in',
  'min',
  'max',
  'within_miles',
  'of',
  'at_least',
  'when_missing',
];
const TESTS = ['in', 'not_in', 'min', 'max', 'within_miles', 'of', 'at_least'];
/** Rules nest so deep at most. */
const DEEPEST = 5;

/** Eligibility rules: each a sentence of a field, a test, and what it is compared with. */
export function RulesField({ field, path, value, rest }: RulesParts) {
  return (
    <Box className="form-wide" role="group" aria-label={field.label} data-field={pathText(path)}>
      <Stack gap="xs">
        <ListHead field={field} isEmpty={asList(value).length === 0} faults={useFaultsAt(path)} />
        <RuleList {...{ path, value, rest }} fields={field.fields ?? []} depth={1} />
      </Stack>
    </Box>
  );
}

interface ListParts extends Omit<RulesParts, 'field'> {
  readonly fields: readonly FormField[];
  readonly depth: number;
}

function RuleList({ fields, path, value, rest, depth }: ListParts) {
  const { change, isReadOnly } = useForm();
  const rules = asList(value).map(asGroup);
  const set = (next: readonly Group[]): void => {
    change(path, next.length === 0 && depth === 1 ? undefined : next);
  };
  return (
    <>
      {rules.map((rule, at) => (
        <Row key={at} className="form-row" gap="xs" align="flex-start" wrap="nowrap">
          <Box flex={1} miw={0} role="group" aria-label={`rule ${at + 1}`}>
            {Array.isArray(rule['any']) ? (
              <AnyRule {...{ fields, rest, depth }} path={[...path, at]} rule={rule} />
            ) : (
              <RuleLine {...{ fields, rest }} path={[...path, at]} rule={rule} />
            )}
          </Box>
          {!isReadOnly && (
            <RowIcon name={`Remove rule ${at + 1}`} onClick={() => set(rules.toSpliced(at, 1))}>
              <X size={16} />
            </RowIcon>
          )}
        </Row>
      ))}
      {!isReadOnly && (
        <Row gap="xs">
          <AddRule name="Add rule" onAdd={() => set([...rules, {}])} />
          {depth < DEEPEST && (
            <AddRule name="Add “one of these”" onAdd={() => set([...rules, { any: [{}, {}] }])} />
          )}
        </Row>
      )}
    </>
  );
}

const AddRule = ({ name, onAdd }: { readonly name: string; readonly onAdd: () => void }) => (
  <Button size="compact-sm" variant="default" leftSection={<Plus size={14} />} onClick={onAdd}>
    {name}
  </Button>
);

interface OneParts {
  readonly fields: readonly FormField[];
  readonly path: Path;
  readonly rule: Group;
  readonly rest: Rest;
}

function AnyRule({ fields, path, rule, rest, depth }: OneParts & { readonly depth: number }) {
  const any = fields.find(({ key }) => key === 'any');
  const faults = [...useFaultsAt(path), ...useFaultsAt([...path, 'any'])];
  return (
    <Stack gap="xs">
      {any && <ListHead field={any} isEmpty={false} faults={faults} />}
      <RuleList {...{ fields, rest }} path={[...path, 'any']} value={rule['any']} depth={depth + 1} />
    </Stack>
  );
}

/** The tests of a rule, as one chooses them: the least and the most are one. */
function testsFor(fields: readonly FormField[], asked: FormOption | undefined) {
  const labelOf = (key: string): string => fields.find((field) => field.key === key)?.label ?? key;
  const fitting = asked?.tests ?? ['in', 'not_in'];
  return fitting
    .filter((test) => test !== 'max')
    .map((test) => ({ value: test as string, label: test === 'min' ? 'is between' : labelOf(test) }));
}

/** Which test a rule has. */
const testIn = (rule: Group): string | undefined => {
  const test = TESTS.find((key) => rule[key] !== undefined);
  if (test === 'max') return 'min';
  return test === 'of' ? 'within_miles' : test;
};

/** A rule without its test, and one that another test begins with. */
const BEGUN: Readonly<Record<string, Group>> = {
  in: { in: [] },
  not_in: { not_in: [] },
  min: { min: null },
  within_miles: { within_miles: null },
  at_least: { at_least: null },
};

function RuleLine({ fields, path, rule, rest }: OneParts) {
  const { change, isReadOnly } = useForm();
  const faults = useFaultsAt(path, true);
  const fieldOf = fields.find(({ key }) => key === 'field');
  const asked = fieldOf?.options?.find(({ value }) => value === rule['field']);
  const tests = testsFor(fields, asked);
  const test = testIn(rule) ?? tests[0]?.value;
  const others = fields.filter(({ key }) => !DRAWN.includes(key));
  const without = Object.fromEntries(Object.entries(rule).filter(([key]) => !TESTS.includes(key)));
  const set = (more: Group): void => {
    change(path, { ...rule, ...more });
  };
  const known = fieldOf?.options ?? [];
  const named = asText(rule['field']);
  return (
    <Stack gap={4}>
      <Row gap="xs" align="center">
        <Select
          aria-label="Field"
          placeholder="Field"
          w={210}
          searchable
          disabled={isReadOnly}
          data={[
            ...known.map(({ value, label }) => ({ value: String(value), label })),
            ...(named === '' || asked ? [] : [{ value: named, label: named }]),
          ]}
          value={named === '' ? null : named}
          onChange={(chosen) => {
            const next = known.find(({ value }) => value === chosen);
            const first = testsFor(fields, next)[0]?.value ?? 'in';
            change(path, {
              ...(chosen !== null && { field: chosen }),
              ...BEGUN[first],
              ...(rule['when_missing'] !== undefined && { when_missing: rule['when_missing'] }),
            });
          }}
        />
        <Select
          aria-label="Test"
          w={190}
          allowDeselect={false}
          disabled={isReadOnly || named === ''}
          data={
            tests.some(({ value }) => value === test) || test === undefined
              ? tests
              : [...tests, { value: test, label: test }]
          }
          value={test ?? null}
          onChange={(chosen) => change(path, { ...without, ...BEGUN[chosen ?? 'in'] })}
        />
        <Box flex={1} miw={200}>
          {test !== undefined && (
            <Compared {...{ rule, test, set }} values={asked?.values} isReadOnly={isReadOnly} />
          )}
        </Box>
        <Checkbox
          size="xs"
          label="or is missing"
          title="A lead without it passes"
          disabled={isReadOnly}
          checked={rule['when_missing'] === 'pass'}
          onChange={({ currentTarget: { checked } }) => {
            const { when_missing: _missing, ...kept } = rule;
            change(path, checked ? { ...kept, when_missing: 'pass' } : kept);
          }}
        />
      </Row>
      {others.length > 0 && rest(others, path, rule)}
      <FaultLine faults={faults} />
    </Stack>
  );
}

interface ComparedParts {
  readonly rule: Group;
  readonly test: string;
  readonly values: readonly FormOption[] | undefined;
  readonly isReadOnly: boolean;
  readonly set: (more: Group) => void;
}

/** What the field is compared with. */
function Compared({ rule, test, values, isReadOnly, set }: ComparedParts) {
  const choices = values?.map(({ value, label }) => ({ value: String(value), label }));
  const disabled = isReadOnly;
  if (test === 'min')
    return (
      <Row gap="xs" wrap="nowrap">
        <Bound name="Least" {...{ disabled }} value={rule['min']} onChange={(min) => set({ min })} />
        and
        <Bound name="Most" {...{ disabled }} value={rule['max']} onChange={(max) => set({ max })} />
      </Row>
    );
  if (test === 'within_miles')
    return (
      <Row gap="xs" wrap="nowrap">
        <Bound
          name="Miles"
          {...{ disabled }}
          value={rule['within_miles']}
          onChange={(within_miles) => set({ within_miles })}
        />
        of
        <TextInput
          aria-label="ZIP code"
          placeholder="ZIP code"
          w={110}
          disabled={disabled}
          value={asText(rule['of'])}
          onChange={({ currentTarget: { value } }) => set({ of: value === '' ? undefined : value })}
        />
      </Row>
    );
  if (test === 'at_least')
    return (
      <Select
        aria-label="Level"
        disabled={disabled}
        data={choices ?? []}
        value={asText(rule['at_least']) || null}
        onChange={(level) => set({ at_least: level })}
      />
    );
  const chosen = asList(rule[test]).map(String);
  const given = { 'aria-label': 'Values', disabled, value: chosen, clearable: true };
  if (!choices)
    return (
      <TagsInput
        {...given}
        acceptValueOnBlur
        placeholder={chosen.length === 0 ? 'Type one, then Enter' : undefined}
        onChange={(list) => set({ [test]: list })}
      />
    );
  return (
    <MultiSelect
      {...given}
      searchable
      hidePickedOptions
      placeholder={chosen.length === 0 ? 'Choose' : undefined}
      data={[
        ...choices,
        ...chosen
          .filter((each) => !choices.some(({ value }) => value === each))
          .map((each) => ({ value: each, label: each })),
      ]}
      onChange={(list) => set({ [test]: list })}
    />
  );
}

const Bound = (parts: {
  readonly name: string;
  readonly disabled: boolean;
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}) => (
  <NumberInput
    aria-label={parts.name}
    placeholder={parts.name.toLowerCase()}
    w={90}
    hideControls
    disabled={parts.disabled}
    value={typeof parts.value === 'number' ? parts.value : ''}
    onChange={(typed) => parts.onChange(typed === '' ? undefined : typed)}
  />
);
