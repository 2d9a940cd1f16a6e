import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { Notice } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { counted } from '../../words/format';
import { NOTICE_COLUMNS } from './notice-columns';

/** Buyers that are told of revocations and erasures, and those that somebody must tell. */
export function BuyerNotices() {
  const [state, setState] = useState<'open' | 'delivered'>('open');
  const query = useQuery({
    queryKey: ['buyer-notices', state],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/buyer-notices', { params: { query: { state } }, signal })),
    refetchInterval: 15_000,
  });
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which notices"
        w="fit-content"
        value={state}
        data={[
          { value: 'open', label: 'May not know yet' },
          { value: 'delivered', label: 'Know it' },
        ]}
        onChange={(value) => setState(value === 'delivered' ? 'delivered' : 'open')}
      />
      <Answered query={query}>
        {({ notices, by_hand: byHand, oldest }) => (
          <>
            {byHand > 0 && (
              <Notice tone="bad" mb="sm">
                {counted(byHand, 'notice')} to buyers must be sent by hand. The first person asked{' '}
                <Time at={oldest} ago />.
              </Notice>
            )}
            <Panel flush>
              <DataTable
                caption="Notices to buyers"
                columns={NOTICE_COLUMNS}
                rows={notices}
                keyOf={({ id }) => id}
                empty={
                  <PlainState title={state === 'open' ? 'No buyer to tell' : 'No buyer has been told yet'}>
                    Leadkeep tells a buyer when a person whose lead it has revokes consent or is erased. The
                    buyer’s addresses are in the catalogue, under <code>revocation</code> and{' '}
                    <code>erasure</code>.
                  </PlainState>
                }
              />
            </Panel>
          </>
        )}
      </Answered>
    </Stack>
  );
}
