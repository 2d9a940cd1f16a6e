import { useState } from 'react';
import { Group, NumberInput, Select } from '@mantine/core';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { operations } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Foreseen } from './foreseen';
import { isChosen, spanOf, UntilField, useUntil } from './until-field';

type PriceBody = operations['price_for_time']['requestBody']['content']['application/json'];
type PayoutBody = operations['payout_for_time']['requestBody']['content']['application/json'];

const setPrice = (body: PriceBody) => answerOf(api.POST('/api/v1/operator/timed-changes/price', { body }));
const setPayout = (body: PayoutBody) => answerOf(api.POST('/api/v1/operator/timed-changes/payout', { body }));

interface AmountParts {
  /** Handles. */
  readonly offer: string;
  readonly campaigns: readonly string[];
  readonly programs: readonly { readonly value: string; readonly label: string }[];
  readonly currency: string;
}

interface Chosen {
  readonly campaign: string;
  readonly program: string;
  readonly amount: number | string;
}

/** What is asked of a price and of a payout alike: on which campaign, for which program, how much, and until when. */
function useAmount(
  what: 'price' | 'payout',
  { programs, currency }: AmountParts,
  campaigns: readonly { value: string; label: string }[],
) {
  const [chosen, setChosen] = useState<Chosen>({
    campaign: campaigns[0]?.value ?? '',
    program: '',
    amount: '',
  });
  const [until, setUntil] = useUntil('time');
  const { campaign, program, amount } = chosen;
  const choose = (next: Partial<Chosen>) => setChosen({ ...chosen, ...next });
  const span = spanOf(until);
  const fields = (
    <>
      <Group grow align="start">
        {campaigns.length > 1 && (
          <Select
            label="Campaign"
            allowDeselect={false}
            data={[...campaigns]}
            value={campaign}
            onChange={(next) => choose({ campaign: next ?? campaign })}
          />
        )}
        {programs.length > 0 && (
          <Select
            label="Program"
            allowDeselect={false}
            data={[{ value: '', label: 'All' }, ...programs]}
            value={program}
            onChange={(next) => choose({ program: next ?? program })}
          />
        )}
      </Group>
      <NumberInput
        label={`New ${what}, in ${currency}`}
        min={0}
        max={1_000_000}
        decimalScale={2}
        required
        data-autofocus
        value={amount}
        onChange={(next) => choose({ amount: next })}
      />
      <UntilField choices={['1h', '2h', 'midnight', 'friday', 'time']} until={until} onUntil={setUntil} />
    </>
  );
  return {
    ...{ fields, campaign },
    asked:
      isChosen(until) && amount !== '' && span
        ? { span, cents: Math.round(Number(amount) * 100) }
        : undefined,
    program: program === '' ? {} : { program },
  };
}

/** Another price of an offer until a time: for requests that leave until then. */
export function PriceForTime(parts: AmountParts) {
  const may = useMay();
  const { offer, campaigns } = parts;
  const { fields, campaign, asked, program } = useAmount('price', parts, [
    { value: '', label: 'All' },
    ...campaigns.map((handle) => ({ value: handle, label: handle })),
  ]);
  if (!may('price')) return null;
  const bodyOf = (why: string, isDry: boolean): PriceBody | undefined =>
    asked && {
      ...(campaign === '' ? { kind: 'offer', handle: offer } : { kind: 'campaign', handle: campaign, offer }),
      ...{ ...program, price_cents: asked.cents, ...asked.span, why, dry_run: isDry },
    };
  return (
    <AmountDialog name="Temporary price" confirm="Set price" bodyOf={bodyOf} ask={setPrice}>
      {fields}
    </AmountDialog>
  );
}

/** Another payout of an offer on a campaign until a time. Results that are shown until then keep it. */
export function PayoutForTime(parts: AmountParts) {
  const may = useMay();
  const { offer, campaigns } = parts;
  const { fields, campaign, asked, program } = useAmount(
    'payout',
    parts,
    campaigns.map((handle) => ({ value: handle, label: handle })),
  );
  if (!may('price') || campaigns.length === 0) return null;
  const bodyOf = (why: string, isDry: boolean): PayoutBody | undefined =>
    asked && {
      ...{ campaign, offer, ...program },
      ...{ payout_cents: asked.cents, ...asked.span, why, dry_run: isDry },
    };
  return (
    <AmountDialog name="Temporary payout" confirm="Set payout" bodyOf={bodyOf} ask={setPayout}>
      {fields}
    </AmountDialog>
  );
}

interface DialogParts<Body> {
  readonly name: string;
  readonly confirm: string;
  readonly bodyOf: (why: string, isDry: boolean) => Body | undefined;
  readonly ask: (
    body: Body,
  ) => Promise<{ readonly sentence: string; readonly open_results_below: number | null }>;
  readonly children: React.ReactNode;
}

function AmountDialog<Body extends object>({ name, confirm, bodyOf, ask, children }: DialogParts<Body>) {
  const dry = bodyOf('asked what it would do', true);
  return (
    <ActDialog
      name={name}
      confirm={confirm}
      button={{ size: 'compact-xs' }}
      isReady={dry !== undefined}
      act={async (why) => {
        const body = bodyOf(why, false);
        return body && (await ask(body)).sentence;
      }}
    >
      {children}
      <Foreseen body={dry} ask={ask} />
    </ActDialog>
  );
}
