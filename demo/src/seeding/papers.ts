import { renderPdf } from '@seri/server/platform/pdf/pdf-document.ts';

/** A paper of the demonstration: what a real one would be, and that it is none. */
export const demoPaper = (name: string, purchaseId: number): Promise<Buffer> =>
  renderPdf({
    title: name,
    language: 'en',
    issuedAt: new Date('2026-01-01T00:00:00Z'),
    company: { name: 'Demonstration', lines: [] },
    heading: name,
    facts: [['Purchase', `P${purchaseId}`]],
    addressee: ['DEMO'],
    blocks: [
      {
        kind: 'text',
        text: 'This page stands for a scanned document. It is part of the demonstration and certifies nothing.',
      },
    ],
    footer: 'DEMO',
  });
