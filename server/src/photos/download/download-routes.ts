import {
  downloadBikePhotos,
  downloadBikeStatsPhotos,
  downloadCarPhotos,
  downloadPurchased,
} from '@seri/contract/photos/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../platform/calls/current-user.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import { ensureAccess } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/register-route.ts';
import { type PictureSource, pictureKeyOf } from '../pictures.ts';
import { archiveToken, readArchiveToken } from './archive-link.ts';
import { archiveName, photoFileName, streamArchive } from './photo-archive.ts';

const DOWNLOADS = {
  'car-auction': downloadCarPhotos,
  bikes: downloadBikePhotos,
  'bike-stats': downloadBikeStatsPhotos,
  'purchased-cars': downloadPurchased,
} as const;
export type DownloadPage = keyof typeof DOWNLOADS;

export interface DownloadablePhotos {
  house: string;
  lotNo: number;
  takenAt: Date;
  images: string[];
}

interface DownloadOptions {
  secretKey: string;
  /** The photos this viewer may download from this page, or null (business-rules.md#photo-downloads). */
  findDownload: (page: DownloadPage, id: string, viewer: Viewer) => Promise<DownloadablePhotos | null>;
}

/** Addresses of archives; the archives themselves are `photoArchives`. */
export function downloadRoutes(app: FastifyInstance, { secretKey, findDownload }: DownloadOptions): void {
  for (const page of Object.keys(DOWNLOADS) as DownloadPage[])
    serve(app, DOWNLOADS[page], async ({ query: { id }, viewer }) => {
      const found = await findDownload(page, id, viewer);
      if (!found || found.images.length === 0) throw new NotFound();
      return `/v1/files/zip/${archiveToken(secretKey, { page, id }, viewer.sessionId)}`;
    });
}

const WIDTH = 1280;

/** `GET /v1/files/zip/<token>`: all photos in the largest width, for the session that asked for the address. */
export function photoArchives(
  app: FastifyInstance,
  { secretKey, findDownload, pictures }: DownloadOptions & { pictures: Pick<PictureSource, 'of'> },
): void {
  app.get<{ Params: { token: string } }>(
    '/v1/files/zip/:token',
    { config: { access: 'signed_in', budget: 'file', cost: 6 } },
    async (request, reply) => {
      const viewer = ensureAccess({ access: 'signed_in' }, request.viewer);
      const asked = viewer && readArchiveToken(secretKey, request.params.token, viewer.sessionId);
      // Asked again: a right that was taken away within the quarter of an hour counts at once.
      const mayDownload = viewer?.permissions.downloadPhotos && asked;
      const found = mayDownload ? await findDownload(asked.page as DownloadPage, asked.id, viewer) : null;
      if (!found) throw new NotFound();
      const { house, lotNo, takenAt, images } = found;
      const photos = images.map((image, index) => ({
        name: photoFileName(house, lotNo, index + 1),
        read: async () => {
          const key = pictureKeyOf(image);
          return key === null ? null : pictures.of(key, WIDTH);
        },
      }));
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${archiveName(house, lotNo)}"`)
        .send(streamArchive(photos, takenAt));
    },
  );
}
