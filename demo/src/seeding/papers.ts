import { renderPdf } from '@seri/server/platform/pdf/pdf-document.ts';

/** A document of the demonstration: names the real document, and says that it is an example. */
export const demoDocument = (name: string, purchaseId: number): Promise<Buffer> =>
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
