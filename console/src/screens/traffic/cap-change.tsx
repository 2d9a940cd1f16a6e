import { useState } from 'react';
import { NumberInput, Text, TextInput } from '@mantine/core';
import { useLocation } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { operations } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { isChosen, UntilField, untilText, useUntil } from './until-field';
import type { Cap } from './words';

type CapBody = operations['draft_cap']['requestBody']['content']['application/json'];
type Place = Pick<CapBody, 'kind' | 'handle' | 'offer' | 'window' | 'program'>;

/** Whose cap it is, as the draft of another limit names it. */
function placeOf({ owner, name }: Pick<Cap, 'owner' | 'name'>): Place | undefined {
  const owners = new Map(
    owner.split(', ').map((each) => [each.split(' ')[0] ?? '', each.slice(each.indexOf(' ') + 1)]),
  );
  const [window = '', program] = name.split(' of program ');
  const campaign = owners.get('campaign');
  const offer = owners.get('offer');
  const shared = { window, ...(program !== undefined && { program }) } as Pick<Place, 'window' | 'program'>;
  if (campaign !== undefined)
    return { kind: 'campaign', handle: campaign, ...(offer !== undefined && { offer }), ...shared };
  if (offer !== undefined) return { kind: 'offer', handle: offer, ...shared };
  const buyer = owners.get('buyer');
  return buyer === undefined ? undefined : { kind: 'buyer', handle: buyer, ...shared };
}

/** Another limit of a cap until a time, without a draft. */
export function CapForTime({ cap }: { readonly cap: Cap }) {
  const [limit, setLimit] = useState<number | string>(cap.limit);
  const [until, setUntil] = useUntil('midnight');
  const place = placeOf(cap);
  if (!place) return null;
  return (
    <ActDialog
      name="Limit for a time"
      button={{ size: 'compact-xs' }}
      isReady={limit !== '' && limit !== cap.limit && isChosen(until)}
      act={async (why) => {
        const end = untilText(until) ?? 'midnight';
        const body = { ...place, limit: Number(limit), until: end, why, dry_run: false };
        return (await answerOf(api.POST('/api/v1/operator/timed-changes/limit', { body }))).sentence;
      }}
    >
      <LimitField cap={cap} limit={limit} onLimit={setLimit} />
      <UntilField choices={['midnight', '1h', '2h', 'time']} until={until} onUntil={setUntil} />
    </ActDialog>
  );
}

interface LimitParts {
  readonly cap: Cap;
  readonly limit: number | string;
  readonly onLimit: (limit: number | string) => void;
}

const LimitField = ({ cap, limit, onLimit }: LimitParts) => (
  <>
    <Text size="sm" className="foreign">
      {cap.owner}: {cap.name}, now {cap.limit}.
    </Text>
    <NumberInput
      label="New limit"
      min={1}
      max={1_000_000_000}
      required
      data-autofocus
      value={limit}
      onChange={onLimit}
    />
  </>
);

/** A cap changed in two fields: the new limit, and what for. It makes a draft, which is applied like any other. */
export function CapChange({ cap }: { readonly cap: Cap }) {
  const [limit, setLimit] = useState<number | string>(cap.limit);
  const [title, setTitle] = useState('');
  const [, go] = useLocation();
  const place = placeOf(cap);
  if (!place) return null;
  return (
    <ActDialog
      name="Change the limit"
      button={{ size: 'compact-xs' }}
      why="none"
      confirm="Make the draft"
      isReady={limit !== '' && limit !== cap.limit && title.trim() !== ''}
      act={async () => {
        const body = { ...place, limit: Number(limit), title: title.trim() };
        const { id, revision } = await answerOf(api.POST('/api/v1/operator/drafts/cap', { body }));
        const params = { path: { id }, query: { revision } };
        await answerOf(api.POST('/api/v1/operator/drafts/{id}/validate', { params }));
        go(`/catalogue/drafts/${id}`);
        return 'The draft is made. It is in force once it is applied.';
      }}
    >
      <LimitField cap={cap} limit={limit} onLimit={setLimit} />
      <TextInput
        label="What for"
        required
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
