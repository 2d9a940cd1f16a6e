import { useState } from 'react';
import { NumberInput, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { operations } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Foreseen } from './foreseen';
import { isChosen, spanOf, UntilField, useUntil } from './until-field';
import type { Cap } from './words';

type CapBody = operations['draft_cap']['requestBody']['content']['application/json'];
type LimitBody = operations['limit_for_time']['requestBody']['content']['application/json'];
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

const setLimit = (body: LimitBody) => answerOf(api.POST('/api/v1/operator/timed-changes/limit', { body }));

/** Another limit of a cap: until a time at once, or without an end by a draft, which is applied like any other. */
export function CapChange({ cap }: { readonly cap: Cap }) {
  const may = useMay();
  const [limit, onLimit] = useState<number | string>(cap.limit);
  const choices = [
    ...(may('limit') ? ['midnight', '1h', '2h', 'friday', 'time'] : []),
    ...(may('catalogue:draft') ? ['draft'] : []),
  ];
  const [until, setUntil] = useUntil(choices[0] ?? '');
  const [, go] = useLocation();
  const place = placeOf(cap);
  if (!place || choices.length === 0) return null;
  const isReady = limit !== '' && limit !== cap.limit && isChosen(until);
  const span = spanOf(until);
  const bodyOf = (why: string, isDry: boolean): LimitBody | undefined =>
    span && { ...place, limit: Number(limit), ...span, why, dry_run: isDry };

  const draft = async (title: string): Promise<string> => {
    const { id, revision } = await answerOf(
      api.POST('/api/v1/operator/drafts/cap', { body: { ...place, limit: Number(limit), title } }),
    );
    const params = { path: { id }, query: { revision } };
    await answerOf(api.POST('/api/v1/operator/drafts/{id}/validate', { params }));
    go(`/catalogue/drafts/${id}`);
    return 'Draft created. It takes effect when you apply it.';
  };

  return (
    <ActDialog
      name="Change the limit"
      button={{ size: 'compact-xs' }}
      {...(!span && { confirm: 'Create the draft' })}
      isReady={isReady}
      act={async (why) => {
        const body = bodyOf(why, false);
        return body ? (await setLimit(body)).sentence : draft(why);
      }}
    >
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
      <UntilField choices={choices} until={until} onUntil={setUntil} />
      <Foreseen body={isReady ? bodyOf('asked what it would do', true) : undefined} ask={setLimit} />
    </ActDialog>
  );
}
