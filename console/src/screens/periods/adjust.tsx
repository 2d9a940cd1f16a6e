import { useState } from 'react';
import { NumberInput, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { allOf, useEntries } from '../../parts/use-entries';

/** Books an amount that no lead did: a bonus, a correction, a credit. */
export function AdjustDialog() {
  const [kind, setKind] = useState<'buyer' | 'affiliate'>('buyer');
  const [handle, setHandle] = useState('');
  const [amount, setAmount] = useState<number | string>('');
  const [reference, setReference] = useState('');
  const parties = useEntries(kind);
  const cents = Math.round(Number(amount) * 100);
  return (
    <ActDialog
      name="Adjust"
      confirm="Book the amount"
      whyLabel="Why (shown on the statement)"
      isReady={handle !== '' && amount !== '' && cents !== 0 && reference.trim() !== ''}
      act={async (why) => {
        const body = { kind, handle, amount_cents: cents, reference: reference.trim(), why };
        const { sentence } = await answerOf(api.POST('/api/v1/operator/adjustments', { body }));
        return sentence;
      }}
    >
      <Text size="sm">
        Books an amount that isn’t from a lead, such as a bonus. It appears on a statement. To correct it,
        book another adjustment.
      </Text>
      <SegmentedControl
        aria-label="Of whom"
        value={kind}
        data={[
          { value: 'buyer', label: 'A buyer owes us' },
          { value: 'affiliate', label: 'We owe an affiliate' },
        ]}
        onChange={(value) => {
          setKind(value);
          setHandle('');
        }}
      />
      <Select
        label={kind === 'buyer' ? 'Buyer' : 'Affiliate'}
        required
        searchable
        data={allOf(parties)}
        nothingFoundMessage={parties.nothingFoundMessage}
        value={handle === '' ? null : handle}
        onChange={(value) => setHandle(value ?? '')}
      />
      <NumberInput
        label="Amount"
        description="Use a negative amount for a credit"
        required
        decimalScale={2}
        fixedDecimalScale
        thousandSeparator=","
        value={amount}
        onChange={setAmount}
      />
      <TextInput
        label="Your reference"
        description="Unique for each party, so that nothing is booked twice"
        required
        maxLength={100}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
