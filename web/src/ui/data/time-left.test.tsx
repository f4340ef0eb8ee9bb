import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { setTexts } from '../theme/text.ts';
import { TimeLeft } from './time-left.tsx';

const TO = '2026-11-24T10:00:00Z';
const rendered = (leftSeconds: number, announced: boolean) =>
  renderToStaticMarkup(
    <TimeLeft to={TO} now={Date.parse(TO) - leftSeconds * 1_000} ended="Closed" announced={announced} />,
  );
beforeAll(() => setTexts({ 'ui.timeLeft.minutes': '{{minutes}} minutes left' }, 'en'));

// @covers A11Y-05
test('an announced countdown announces minutes once a minute and shows seconds visually only', () => {
  expect(rendered(2_467, true)).toContain('<span aria-hidden="true">41:07</span>');
  const spoken = /aria-live="polite">([^<]+)</;
  expect(spoken.exec(rendered(2_467, true))?.[1]).toBe(spoken.exec(rendered(2_461, true))?.[1]);
  expect(spoken.exec(rendered(2_467, true))?.[1]).not.toBe(spoken.exec(rendered(2_399, true))?.[1]);
});

// @covers A11Y-05
test('a countdown in a list is not announced, and shows its end text afterwards', () => {
  expect(rendered(2_467, false)).toContain('aria-live="off"');
  expect(rendered(0, true)).toContain('Closed');
});
