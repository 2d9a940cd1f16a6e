import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import type { Column } from '../../parts/data-table';
import { Issuer } from '../../parts/issuer';
import { Time } from '../../parts/time';

type Invitation = components['schemas']['Invitation'];

export const invitedIn = ({ email }: Invitation): string => email ?? 'anybody with the link';

/** Open invitations, with who made them. */
export const invitationColumns = (mayWithdraw: boolean): readonly Column<Invitation>[] => [
  {
    id: 'email',
    head: 'Invited',
    cell: (invitation) => <b className="foreign">{invitedIn(invitation)}</b>,
  },
  { id: 'roles', head: 'Roles', cell: ({ roles }) => roles?.join(', ') ?? 'those of the account' },
  { id: 'issuer', head: 'Invited by', cell: ({ issued_by: by }) => <Issuer by={by} /> },
  {
    id: 'expires',
    head: 'Link works',
    cell: ({ expires_at: at }) => (
      <>
        until <Time at={at} />
      </>
    ),
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: (invitation) =>
      mayWithdraw && (
        <ActDialog
          name="Withdraw"
          button={{ size: 'compact-xs' }}
          why="none"
          confirm="Withdraw the invitation"
          act={async () => {
            const params = { path: { id: invitation.id } };
            await answerOf(api.DELETE('/api/v1/operator/invitations/{id}', { params }));
            return 'Invitation withdrawn.';
          }}
        >
          Its link stops working.
        </ActDialog>
      ),
  },
];
