import { Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useMay } from '../../app/me';
import { Page } from '../../parts/page';
import { BuyerNotices } from './buyer-notices';
import { OnePerson } from './one-person';
import { RetentionPanel } from './retention-panel';

/** What is stored of persons: find and erase one, which buyers to tell, and what goes when. */
export default function PersonalDataScreen() {
  const mayPersons = useMay()('persons');
  const mayRetention = useMay()('catalogue:read');
  const [search, setSearch] = useSearchParams();
  const fallback = mayPersons ? 'buyers' : 'retention';
  return (
    <Page
      title="Personal data"
      about="What is stored about a person, which buyers to tell, and what is removed when."
    >
      <Tabs
        value={search.get('see') ?? fallback}
        keepMounted={false}
        onChange={(value) => setSearch(new URLSearchParams({ see: value ?? fallback }))}
      >
        <Tabs.List mb="md">
          {mayPersons && <Tabs.Tab value="buyers">Buyers to tell</Tabs.Tab>}
          {mayPersons && <Tabs.Tab value="person">One person</Tabs.Tab>}
          {mayRetention && <Tabs.Tab value="retention">Next removals</Tabs.Tab>}
        </Tabs.List>
        {mayPersons && (
          <Tabs.Panel value="buyers">
            <BuyerNotices />
          </Tabs.Panel>
        )}
        {mayPersons && (
          <Tabs.Panel value="person">
            <OnePerson />
          </Tabs.Panel>
        )}
        {mayRetention && (
          <Tabs.Panel value="retention">
            <RetentionPanel />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  );
}
