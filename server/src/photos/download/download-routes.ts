import {
  downloadBikePhotos,
  downloadBikeStatsPhotos,
  downloadCarPhotos,
  downloadPurchased,
} from '@seri/contract/photos/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import { ensureAccess } from '../../platform/http/access.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
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
  /** The photos that this user may download from this page, or null (business-rules.md#photo-downloads). */
  findDownload: (page: DownloadPage, id: string, currentUser: CurrentUser) => Promise<DownloadablePhotos | null>;
}

/** Registers the calls that create addresses of archives; `photoArchives` serves the archives. */
export function downloadRoutes(app: FastifyInstance, { secretKey, findDownload }: DownloadOptions): void {
  for (const page of Object.keys(DOWNLOADS) as DownloadPage[])
    registerRoute(app, DOWNLOADS[page], async ({ query: { id }, currentUser }) => {
      const found = await findDownload(page, id, currentUser);
      if (!found || found.images.length === 0) throw new NotFound();
      return `/v1/files/zip/${archiveToken(secretKey, { page, id }, currentUser.sessionId)}`;
    });
}

const WIDTH = 1280;

/** Serves `GET /v1/files/zip/<token>`: all photos in the largest width, for the session that requested the address. */
export function photoArchives(
  app: FastifyInstance,
  { secretKey, findDownload, pictures }: DownloadOptions & { pictures: Pick<PictureSource, 'of'> },
): void {
  app.get<{ Params: { token: string } }>(
    '/v1/files/zip/:token',
    { config: { access: 'signed_in', budget: 'file', cost: 6 } },
    async (request, reply) => {
      const currentUser = ensureAccess({ access: 'signed_in' }, request.currentUser);
      const asked = currentUser && readArchiveToken(secretKey, request.params.token, currentUser.sessionId);
      // Checked again, so that a right removed within the fifteen minutes applies at once.
      const mayDownload = currentUser?.permissions.downloadPhotos && asked;
      const found = mayDownload ? await findDownload(asked.page as DownloadPage, asked.id, currentUser) : null;
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
