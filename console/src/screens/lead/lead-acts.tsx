import { useState } from 'react';
import { Button, Checkbox, Select, Text, Textarea } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import { TestPost } from '../../parts/test-post';
import { OutcomeField } from '../../parts/outcome-field';
import { WordsField } from '../../parts/words-field';
import { shortId } from '../../words/lead-words';
import type { Lead } from './lead-screen';
import { RecordStage } from './stages';

/** What the reader may do with this lead now. */
export function LeadActs({ lead }: { readonly lead: Lead }) {
  const may = useMay();
  const isReturned = lead.returned_at !== null;
  const isOpen = lead.state === 'unknown' || lead.state === 'pending';
  const isRequested = lead.return_requests.some(({ ended }) => ended === null);
  return (
    <>
      {isOpen && may('settle') && <Settle id={lead.id} />}
      {isRequested && (
        <Button component={Link} href={`/return-requests?lead=${lead.id}`}>
          Return request
        </Button>
      )}
      {lead.state === 'accepted' && !isReturned && !isRequested && may('return') && <Return lead={lead} />}
      {isReturned && may('return') && <UndoReturn id={lead.id} />}
      {lead.possible_stages.length > 0 && may('stages:write') && <RecordStage lead={lead} />}
      {may('settle') && (
        <TestPost
          ask={(send) =>
            answerOf(
              api.POST('/api/v1/operator/leads/{id}/test-post', {
                params: { path: { id: lead.id } },
                body: { send },
              }),
            )
          }
        >
          It contains nothing from this lead.
        </TestPost>
      )}
    </>
  );
}

interface ActParts {
  readonly id: string;
}

/** What an act does, and with which lead: who came here by a find sees whether it is theirs. */
const About = ({ id, children }: ActParts & { readonly children: string }) => (
  <Text size="sm">
    Lead <b>{shortId(id)}</b>. {children}
  </Text>
);

function Settle({ id }: ActParts) {
  const [outcome, setOutcome] = useState<'accepted' | 'rejected'>();
  const [words, setWords] = useState('');
  return (
    <ActDialog
      name="Settle"
      button={{ variant: 'filled' }}
      confirm={outcome === undefined ? 'Settle' : `Settle as ${outcome}`}
      isReady={outcome !== undefined}
      whyLabel="How you know"
      act={async (why) => {
        if (outcome === undefined) return 'Choose the outcome first.';
        const said = outcome === 'rejected' && words.trim() !== '' ? { buyer_reason: words.trim() } : {};
        const { sentence } = await answerOf(
          api.POST('/api/v1/operator/leads/{id}/settle', {
            params: { path: { id } },
            body: { outcome, why, ...said },
          }),
        );
        return sentence;
      }}
    >
      <About id={id}>
        Record what the buyer told you. You can’t undo this. It updates the books, the caps and the duplicate
        checks.
      </About>
      <OutcomeField value={outcome} onOutcome={setOutcome} />
      {outcome === 'rejected' && (
        <WordsField
          of="buyer"
          label="The buyer's words"
          description="Optional. The affiliate may read them."
          minRows={1}
          maxLength={200}
          value={words}
          onText={setWords}
        />
      )}
    </ActDialog>
  );
}

function Return({ lead: { id, return_reasons: reasons } }: { readonly lead: Lead }) {
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState('');
  const [override, setOverride] = useState(false);
  return (
    <ActDialog
      name="Return"
      why={override ? 'needed' : 'none'}
      whyLabel="Why you override the rules"
      isReady={reason !== ''}
      act={async (why) => {
        const { sentence } = await answerOf(
          api.POST('/api/v1/operator/leads/{id}/return', {
            params: { path: { id } },
            body: {
              reason,
              ...(evidence.trim() !== '' && { evidence: evidence.trim() }),
              ...(override && { override, why }),
            },
          }),
        );
        return sentence;
      }}
    >
      <About id={id}>
        Use this when the buyer returns the lead. It reverses the sale in the books, or requests that. The
        buyer’s return rules apply.
      </About>
      {reasons.length === 0 ? (
        <Notice tone="wait">The catalogue accepts no returns from this buyer.</Notice>
      ) : (
        <Select
          label="Reason"
          placeholder="Choose"
          required
          data-autofocus
          data={reasons.map(({ code, label }) => ({ value: code, label }))}
          value={reason === '' ? null : reason}
          onChange={(code) => setReason(code ?? '')}
        />
      )}
      <Textarea
        label="Evidence"
        description="Optional, for a return that is reviewed: words and links. Personal data is removed."
        autosize
        maxLength={2000}
        value={evidence}
        onChange={(event) => setEvidence(event.currentTarget.value)}
      />
      <Checkbox
        label="Return it even if it’s too late, over the agreed share, or to be reviewed"
        checked={override}
        onChange={(event) => setOverride(event.currentTarget.checked)}
      />
    </ActDialog>
  );
}

const UndoReturn = ({ id }: ActParts) => (
  <ActDialog
    name="Undo the return"
    act={async (why) => {
      const { sentence } = await answerOf(
        api.POST('/api/v1/operator/leads/{id}/undo-return', { params: { path: { id } }, body: { why } }),
      );
      return sentence;
    }}
  >
    <About id={id}>
      Use this for a mistaken return. The sale counts again, including in its caps. The lead claims the person
      again, unless another lead has the claim.
    </About>
  </ActDialog>
);
