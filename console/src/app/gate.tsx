import { Center, Loader } from '@mantine/core';
import { Route, Switch } from 'wouter';
import { useWhoAmI } from '../api/session';
import { ProblemState } from '../parts/states';
import { Invitation } from '../screens/sign-in/invitation';
import { SignIn } from '../screens/sign-in/sign-in';
import { MeProvider } from './me';
import { Shell } from './shell';

/** Shows an invitation, the sign-in, or the console. */
export const Gate = () => (
  <Switch>
    <Route path="/invitation">
      <Invitation />
    </Route>
    <Route>
      <SignedIn />
    </Route>
  </Switch>
);

function SignedIn() {
  const { data, error, refetch } = useWhoAmI();
  if (data?.signedIn)
    return (
      <MeProvider value={data.session}>
        {/* Another tab may have signed in somebody else: nothing that is shown or typed here is theirs. */}
        <Shell key={data.session.person.id} away={error !== null} />
      </MeProvider>
    );
  if (data) return <SignIn ways={data.ways} />;
  return (
    <Center mih="60vh" p="md">
      {error ? (
        <ProblemState error={error} again={() => void refetch()} />
      ) : (
        <Loader role="status" aria-label="Loading" />
      )}
    </Center>
  );
}
