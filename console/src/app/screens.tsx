import { lazy, type ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { PlainState } from '../parts/states';
import type * as Sent from '../screens/affiliates/sent-screens';
import type * as Traffic from '../screens/traffic';
import { useMay } from './me';

interface ScreenRoute {
  readonly path: string;
  /** One of these permissions opens it. */
  readonly needs: string | readonly string[];
  readonly screen: ComponentType;
}

type Loader = () => Promise<{ readonly default: ComponentType }>;

const screen = (path: string, needs: ScreenRoute['needs'], load: Loader): ScreenRoute => ({
  ...{ path, needs, screen: lazy(load) },
});

const traffic =
  (name: keyof typeof Traffic): Loader =>
  async () => ({ default: (await import('../screens/traffic'))[name] });
const sent =
  (name: keyof typeof Sent): Loader =>
  async () => ({ default: (await import('../screens/affiliates/sent-screens'))[name] });

/** Every screen, with the permission that it needs. Each is loaded when it is first opened. */
const SCREENS: readonly ScreenRoute[] = [
  screen('/', 'traffic:read', () => import('../screens/now/now-screen')),
  screen('/leads', 'leads:read', () => import('../screens/leads/leads-screen')),
  screen('/leads/:id', 'leads:read', () => import('../screens/lead/lead-screen')),
  screen('/searches/:id', 'searches:read', () => import('../screens/search/search-screen')),
  screen('/reports', 'reports:read', () => import('../screens/reports/reports-screen')),
  screen('/stages', 'reports:read', () => import('../screens/stages/stages-screen')),
  screen('/statements', 'statements:read', () => import('../screens/statements/statements-screen')),
  screen('/periods', 'statements:read', () => import('../screens/periods/periods-screen')),
  screen('/offers', 'traffic:read', traffic('OffersScreen')),
  screen('/offers/:handle', 'traffic:read', traffic('OfferScreen')),
  screen('/buyers', 'traffic:read', traffic('BuyersScreen')),
  screen('/buyers/:handle', 'traffic:read', traffic('BuyerScreen')),
  screen('/partners', 'traffic:read', traffic('PartnersScreen')),
  screen('/partners/:handle', 'traffic:read', traffic('PartnerScreen')),
  screen('/caps', 'traffic:read', traffic('CapsScreen')),
  screen('/affiliates', 'traffic:read', sent('AffiliatesScreen')),
  screen('/affiliates/:handle', 'traffic:read', () => import('../screens/affiliates/affiliate-screen')),
  screen('/campaigns', 'traffic:read', sent('CampaignsScreen')),
  screen('/campaigns/:handle', 'catalogue:read', () => import('../screens/campaign/campaign-screen')),
  screen('/webhooks', 'traffic:read', () => import('../screens/webhooks/webhooks-screen')),
  screen('/webhooks/:name', 'traffic:read', () => import('../screens/webhooks/webhook-screen')),
  screen('/refused-calls', 'traffic:read', () => import('../screens/refused-calls/refused-calls-screen')),
  screen('/suppressions', 'suppress', () => import('../screens/suppressions/suppressions-screen')),
  screen(
    '/personal-data',
    ['persons', 'catalogue:read'],
    () => import('../screens/personal-data/personal-data-screen'),
  ),
  screen('/return-requests', 'leads:read', () => import('../screens/return-requests/return-requests-screen')),
  screen('/bulk', ['settle', 'return', 'stages:write'], () => import('../screens/bulk/bulk-screen')),
  screen('/catalogue', 'catalogue:read', () => import('../screens/catalogue/catalogue-screen')),
  screen(
    '/catalogue/versions/:version',
    'catalogue:read',
    () => import('../screens/catalogue/version-screen'),
  ),
  screen('/catalogue/drafts/:id', 'catalogue:read', () => import('../screens/catalogue/draft-screen')),
  screen('/catalogue/entry/:form', 'catalogue:read', () => import('../screens/entries/entry-screen')),
  screen('/alerts', 'alerts:read', () => import('../screens/alerts/alerts-screen')),
  screen('/keys', ['keys:read', 'people:read'], () => import('../screens/keys/keys-screen')),
  screen('/secrets', 'catalogue:read', () => import('../screens/secrets/secrets-screen')),
  screen('/people', 'people:read', () => import('../screens/people/people-screen')),
  screen('/audit-log', 'audit:read', () => import('../screens/audit-log/audit-log-screen')),
];

/** The screen of the address. */
export function Screens() {
  const may = useMay();
  return (
    <Switch>
      {SCREENS.map(({ path, needs, screen: Screen }) => (
        <Route key={path} path={path}>
          {[needs].flat().some(may) ? <Screen /> : <NotOpen needs={[needs].flat()} />}
        </Route>
      ))}
      {/* Where an identity provider leads back to. */}
      <Route path="/sign-in">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <PlainState title="Page not found">Use the menu to find a page.</PlainState>
      </Route>
    </Switch>
  );
}

const NotOpen = ({ needs }: { readonly needs: readonly string[] }) => (
  <PlainState title="You don’t have access">
    This screen needs the permission {needs.join(' or ')}. Somebody who manages people can give you a role
    that has it.
  </PlainState>
);
