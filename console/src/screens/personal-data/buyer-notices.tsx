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
                {counted(byHand, 'notice')} to a buyer must be told by hand; the first of these persons asked{' '}
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
                  <PlainState title={state === 'open' ? 'Every buyer knows' : 'No buyer was told yet'}>
                    A buyer is told when a person whose lead it has revokes the consent or is erased. Its
                    addresses stand in the catalogue under <code>revocation</code> and <code>erasure</code>.
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
