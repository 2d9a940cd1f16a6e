import { Link, useSearchParams } from 'wouter';
import { Page, Panel } from '../../parts/page';
import { WebhookTable } from './webhook-table';

/** What affiliates are told of their leads, and whether they hear it. */
export default function WebhooksScreen() {
  const [search] = useSearchParams();
  const affiliate = search.get('affiliate');
  return (
    <Page
      title="Webhooks"
      about={
        affiliate === null ? (
          'What affiliates hear about their leads by webhook or postback, and whether it arrives.'
        ) : (
          <>
            Only those of <span className="foreign">{affiliate}</span>.{' '}
            <Link href="/webhooks" className="link">
              Show all
            </Link>
          </>
        )
      }
    >
      <Panel flush>
        <WebhookTable affiliate={affiliate} />
      </Panel>
    </Page>
  );
}
