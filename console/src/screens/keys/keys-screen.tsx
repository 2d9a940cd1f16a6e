import { Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useMay } from '../../app/me';
import { Page } from '../../parts/page';
import { AffiliateKeys } from './affiliate-keys';
import { OperatorKeys } from './operator-keys';

/** Keys of affiliates, and of programs that use the operator API. */
export default function KeysScreen() {
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  return (
    <Page
      title="Keys"
      about="A key is shown only once, when you issue it. Revoked keys stop working within 5 seconds."
    >
      <Tabs
        value={search.get('of') ?? 'affiliates'}
        keepMounted={false}
        onChange={(of) => setSearch(new URLSearchParams({ of: of ?? 'affiliates' }))}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="affiliates">Affiliates</Tabs.Tab>
          {may('people:read') && <Tabs.Tab value="programs">Operator API</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="affiliates">
          <AffiliateKeys />
        </Tabs.Panel>
        <Tabs.Panel value="programs">
          <OperatorKeys />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
