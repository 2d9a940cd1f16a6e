import { useState } from 'react';
import {
  Button,
  Group as Row,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Notice, Pill, type Tone } from '../../parts/notice';
import { Facts } from '../../parts/page';
import { formatCents } from '../../words/format';
import { type CustomFieldProps, useForm } from './form-parts';
import { asText, type Group } from './values';

type Read = components['schemas']['SampleAnswer'];
export type Answered = 'delivery' | 'follow_up' | 'search';

const TYPES = [
  { value: '', label: 'Not said' },
  { value: 'application/json', label: 'JSON' },
  { value: 'application/x-www-form-urlencoded', label: 'Form' },
  { value: 'text/xml', label: 'XML' },
  { value: 'text/plain', label: 'Text' },
];
const WHAT: Readonly<Record<Answered, string>> = {
  delivery: 'A lead',
  follow_up: 'A follow-up',
  search: 'A search',
};

/** `Name: value` in lines. */
const headersIn = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, value: value.trim() }];
  });

interface SampleParts {
  readonly draft: CustomFieldProps['draft'];
  readonly entry: Group;
  /** What may be answered: the first one unless somebody chooses. */
  readonly of: readonly Answered[];
}

/** An answer that somebody pastes, and how the rules beside it read it. Nothing is saved or sent. */
export function SampleAnswer({ draft, entry, of }: SampleParts) {
  const [chosen, setChosen] = useState<Answered>();
  const what = chosen !== undefined && of.includes(chosen) ? chosen : (of[0] ?? 'delivery');
  const [status, setStatus] = useState<number | string>(200);
  const [type, setType] = useState('application/json');
  const [more, setMore] = useState('');
  const [text, setText] = useState('');
  const trying = useMutation({
    mutationFn: () => {
      const typed = type === '' ? [] : [{ name: 'Content-Type', value: type }];
      const { kind, delivery, partner, price } = entry;
      const said = { kind, delivery, partner, price };
      const body = {
        ...{ entry: said, what, status: Number(status), body: text },
        headers: [...typed, ...headersIn(more)],
      };
      const handle = asText(entry['handle']);
      return draft && handle !== ''
        ? answerOf(
            api.POST('/api/v1/operator/drafts/{id}/sample-answer', {
              params: { path: { id: draft.id } },
              body: { ...body, offer: handle },
            }),
          )
        : answerOf(api.POST('/api/v1/operator/sample-answer', { body }));
    },
  });
  return (
    <Stack gap="xs" className="form-row" role="group" aria-label="Try a sample answer">
      <Text size="sm" fw={550}>
        Try a sample answer
      </Text>
      <Text size="xs" c="dimmed">
        Paste what they answer. Nothing is saved or sent.
      </Text>
      {of.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="What it answers"
          data={of.map((each) => ({ value: each, label: WHAT[each] }))}
          value={what}
          onChange={(next) => setChosen(of.find((each) => each === next))}
        />
      )}
      <Row gap="sm" grow>
        <NumberInput
          label="Status"
          min={200}
          max={599}
          allowDecimal={false}
          value={status}
          onChange={setStatus}
        />
        <NativeSelect
          label="Content type"
          data={TYPES}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </Row>
      <Textarea
        label="Body of the answer"
        classNames={{ input: 'code' }}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Textarea
        label="Other headers"
        placeholder="X-Lead: 4711"
        classNames={{ input: 'code' }}
        autosize
        minRows={1}
        maxRows={5}
        spellCheck={false}
        value={more}
        onChange={(event) => setMore(event.currentTarget.value)}
      />
      <div>
        <Button
          size="compact-sm"
          variant="default"
          loading={trying.isPending}
          disabled={status === ''}
          onClick={() => trying.mutate()}
        >
          See how it is read
        </Button>
      </div>
      {trying.error && <Notice tone="bad">{sentenceOf(trying.error)}</Notice>}
      {trying.data && <Reading read={trying.data} />}
    </Stack>
  );
}

const OUTCOMES: Readonly<Record<NonNullable<Read['outcome']>, readonly [words: string, tone: Tone]>> = {
  accepted: ['Accepted: sold', 'good'],
  rejected: ['Rejected', 'bad'],
  duplicate: ['Duplicate', 'bad'],
  pending: ['Pending: they decide later', 'wait'],
  retry: ['Sent again later', 'wait'],
  unknown: ['Nobody knows: no rule holds', 'bad'],
};

function Reading({ read }: { readonly read: Read }) {
  const { currency } = useForm();
  const {
    faults,
    outcome,
    rules,
    decided_by: rule,
    reference,
    reason,
    detail,
    affiliate,
    results,
    problems,
  } = read;
  if (faults.length > 0)
    return (
      <Notice tone="bad">
        The rules can’t be read:{' '}
        {faults.map(({ field, sentence }) => `${field === null ? '' : `${field}: `}${sentence}`).join('; ')}.
      </Notice>
    );
  const [words, tone] = outcome === null ? [] : OUTCOMES[outcome];
  const price = read.price_cents;
  // Its first part names the rule.
  const leftOut = outcome === 'unknown' ? (detail ?? '') : (detail ?? '').split('; ').slice(1).join('; ');
  const facts: readonly (readonly [string, string | null])[] = [
    [
      'Rule',
      rules.length === 0 && results === null
        ? 'Leadkeep’s own format'
        : rule === null
          ? null
          : `${rule} of ${rules.length}`,
    ],
    [
      'Price',
      price === null
        ? null
        : `${formatCents(price, currency)}, ${read.price_from === 'answer' ? 'by the answer' : 'the offer’s own'}`,
    ],
    ['Reference', reference],
    ['Reason', reason],
    ['The body is read as', read.read_as],
    ['The affiliate is told', affiliate && `${affiliate.code}, ${affiliate.status}`],
    ['Left out', leftOut === '' ? null : leftOut],
  ];
  return (
    <Stack gap="xs" role="status" aria-label="How it is read">
      {words !== undefined && <Pill tone={tone ?? 'plain'}>{words}</Pill>}
      {rules
        .filter(({ problem }) => problem !== null)
        .map((each) => (
          <Text key={each.rule} size="xs" c="dimmed">
            Rule {each.rule} {each.problem}.
          </Text>
        ))}
      {results && (
        <Text size="sm" component="div">
          {results.length === 0
            ? 'No result could be shown.'
            : results.map((result) => (
                <div key={result.reference} className="foreign">
                  <b>{result.name}</b> ({result.reference}), {result.programs.join(', ')}
                  {result.bid_cents !== null && <>, bid {formatCents(result.bid_cents, currency)}</>}
                </div>
              ))}
        </Text>
      )}
      {problems.map((problem) => (
        <Text key={problem} size="xs" c="dimmed" className="foreign">
          {problem}
        </Text>
      ))}
      <Facts of={facts} />
    </Stack>
  );
}
