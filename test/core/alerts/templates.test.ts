import { expect } from 'chai';
import type { Severity } from '../../../src/core/alerts/finding.js';
import { plainText, slackBody, titleOf, webhookBody } from '../../../src/core/alerts/templates.js';
import { testAlert, type ChannelAlert } from '../../../src/core/alerts/channel-alert.js';

const SINCE = new Date('2026-11-20T12:00:00Z');
const URL = 'https://console.example.com';
const told = (severity: Severity, event: ChannelAlert['event'], sentence: string): ChannelAlert => ({
  ...testAlert(SINCE),
  ...{ id: sentence, severity, event, sentence, rule: 'cap_use' },
  ...(event === 'resolved' && { resolved_at: new Date('2026-11-20T13:30:00Z') }),
});
const SOME = [
  told('urgent', 'resolved', 'Requests to mba fail.'),
  told('note', 'fired', 'The cap of <!channel> & more is 80% used: 8 of 10.'),
  told('urgent', 'still', 'No sweeper runs.'),
];

describe('what channels are told', () => {
  it('an e-mail has the worst in its subject', () => {
    expect(titleOf(SOME)).to.equal('[Leadkeep] URGENT: No sweeper runs. (and 2 more)');
    expect(titleOf([testAlert(SINCE)])).to.equal('[Leadkeep] TEST: This is a test alert. Nothing is wrong.');
  });

  it('and all of it in its text', () => {
    expect(plainText(SOME, URL).split('\n')).to.deep.equal([
      'URGENT: No sweeper runs.',
      '  still, since 2026-11-20 12:00 UTC · cap_use',
      '',
      'NOTE: The cap of <!channel> & more is 80% used: 8 of 10.',
      '  since 2026-11-20 12:00 UTC · cap_use',
      '',
      'OVER: Requests to mba fail.',
      '  from 2026-11-20 12:00 UTC to 2026-11-20 13:30 UTC · cap_use',
      '',
      'What helps is at https://console.example.com/',
      '',
      '`leadkeep alerts list` shows all alerts; `leadkeep alerts mute` silences some for a while.',
      '',
    ]);
  });

  it('a chat is told the same, and a name calls nobody', () => {
    const { text } = slackBody(SOME, URL) as { text: string };
    expect(text.split('\n')).to.deep.equal([
      '🔴 *URGENT* No sweeper runs.',
      'still, since 2026-11-20 12:00 UTC · cap_use',
      '🔵 *NOTE* The cap of &lt;!channel&gt; &amp; more is 80% used: 8 of 10.',
      'since 2026-11-20 12:00 UTC · cap_use',
      '✅ *OVER* Requests to mba fail.',
      'from 2026-11-20 12:00 UTC to 2026-11-20 13:30 UTC · cap_use',
      '<https://console.example.com/|Open the console>',
    ]);
  });

  it('nor in Mattermost and Discord, where an @ calls', () => {
    const { text } = slackBody([told('note', 'fired', 'The cap of @everyone (a@here) is full.')], URL) as {
      text: string;
    };
    expect(text).to.not.match(/@(everyone|here)/);
    expect(text.replaceAll('\u200b', '')).to.contain('The cap of @everyone (a@here) is full.');
  });

  it('one that is over and fires again is told as firing last, however they arrive together', () => {
    const both = (['fired', 'resolved', 'fired'] as const).map((event, n) => ({
      ...told('note', event, `${n} fails.`),
      id: 'nursing',
      since: new Date(SINCE.getTime() + n),
    }));
    const sentences = /\d fails\./g;
    expect(plainText(both, URL).match(sentences)).to.deep.equal(['0 fails.', '2 fails.']);
    expect(titleOf(both)).to.equal('[Leadkeep] NOTE: 0 fails. (and 1 more)');
    expect(JSON.stringify(slackBody(both, URL)).match(sentences)).to.deep.equal(['0 fails.', '2 fails.']);
    expect(JSON.stringify(webhookBody(both, URL)).match(sentences)).to.deep.equal([
      ...['0 fails.', '1 fails.', '2 fails.'],
    ]);
    expect(JSON.stringify(webhookBody(SOME, URL)).match(/"event":"\w+"/g), 'as they came').to.deep.equal([
      ...['"event":"resolved"', '"event":"fired"', '"event":"still"'],
    ]);
  });

  it('a chat that takes 2,000 characters takes it, with the worst first', () => {
    const many = Array.from({ length: 50 }, (_, n) =>
      told(
        n === 49 ? 'urgent' : 'note',
        'fired',
        `${n} of <Nursing & more> fails, ${'and so on, '.repeat(n * 10)}`,
      ),
    );
    const { text } = slackBody(many, URL) as { text: string };
    expect(text.length).to.be.within(1_000, 2_000);
    const lines = text.split('\n');
    expect(lines[0]).to.match(/^🔴 \*URGENT\* 49 of &lt;Nursing &amp; more&gt; fails, .*…$/);
    const shown = lines.filter((line) => line.startsWith('🔵') || line.startsWith('🔴')).length;
    expect(lines.slice(-2)).to.deep.equal([
      ...[`… and ${50 - shown} more`, '<https://console.example.com/|Open the console>'],
    ]);
    const worst = slackBody([told('note', 'fired', '<'.repeat(5_000))], URL) as { text: string };
    expect(worst.text.length).to.be.within(1_000, 2_000);
    expect(worst.text).to.not.contain('more');
  });

  it('a program gets all members', () => {
    expect(JSON.parse(JSON.stringify(webhookBody([SOME[0]!], URL)))).to.deep.equal({
      type: 'leadkeep.alerts',
      console_url: 'https://console.example.com/',
      alerts: [
        {
          ...{
            event: 'resolved',
            id: 'Requests to mba fail.',
            rule: 'cap_use',
            severity: 'urgent',
            count: 1,
          },
          subject: { kind: 'exchange', id: 'exchange', name: 'the exchange' },
          ...{ sentence: 'Requests to mba fail.', value: 0, threshold: 0, unit: 'count' },
          ...{ since: '2026-11-20T12:00:00.000Z', fired_at: '2026-11-20T12:00:00.000Z' },
          resolved_at: '2026-11-20T13:30:00.000Z',
        },
      ],
    });
  });
});
