import { lazy } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { PlainState } from '../parts/states';
import { useMay } from './me';

const LeadsScreen = lazy(() => import('../screens/leads/leads-screen'));

interface ScreenRoute {
  readonly path: string;
  readonly needs: string;
  readonly screen: React.ComponentType;
}

/** Every screen, with the permission that it needs. Each is loaded when it is first opened. */
const SCREENS: readonly ScreenRoute[] = [{ path: '/leads', needs: 'leads:read', screen: LeadsScreen }];

/** The screen of the address. */
export function Screens() {
  const may = useMay();
  return (
    <Switch>
      {SCREENS.map(({ path, needs, screen: Screen }) => (
        <Route key={path} path={path}>
          {may(needs) ? <Screen /> : <NotOpen needs={needs} />}
        </Route>
      ))}
      <Route path="/">
        <Redirect to="/leads" replace />
      </Route>
      <Route>
        <PlainState title="There is no such screen">The navigation has all that are open to you.</PlainState>
      </Route>
    </Switch>
  );
}

const NotOpen = ({ needs }: { readonly needs: string }) => (
  <PlainState title="Not open to you">
    This screen needs the permission {needs}. Somebody who manages people can give you a role that has it.
  </PlainState>
);
