import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { CapRow } from './caps-panel';
import { LedgerNotice } from './ledger-notice';
import type { Cap } from './words';

const usedOf = ({ reserved, confirmed, limit }: Cap): number =>
  limit === 0 ? 0 : ((reserved ?? 0) + (confirmed ?? 0)) / limit;

/** Every cap, the fullest first. */
export function CapsScreen() {
  const [search] = useSearchParams();
  const wanted = search.get('cap');
  const query = useQuery({
    queryKey: ['caps'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/caps', { signal })),
    refetchInterval: 10_000,
  });
  return (
    <Page title="Caps" about="Caps closest to their limit come first.">
      <Answered query={query}>
        {({ caps, ledger }) => {
          const shown = wanted === null ? caps : caps.filter(({ id }) => id === wanted);
          return (
            <Stack gap="sm">
              <LedgerNotice ledger={ledger} />
              {shown.length === 0 && (
                <PlainState title="No caps">The current catalogue has none that match.</PlainState>
              )}
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                {shown
                  .toSorted((a, b) => usedOf(b) - usedOf(a))
                  .map((cap) => (
                    <div key={`${cap.id} ${cap.window}`} className="panel tile">
                      <CapRow cap={cap} />
                    </div>
                  ))}
              </SimpleGrid>
            </Stack>
          );
        }}
      </Answered>
    </Page>
  );
}
