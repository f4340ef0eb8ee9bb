import { join } from 'node:path';
import { folderStore } from './folder-store.ts';
import type { BucketAccess, PhotoStore } from './photo-store.ts';

/** `s3://bucket/prefix`, a folder, or by default the folder `photos` of the data. */
export async function openPhotoStore(
  { address, dataDir }: { address: string | undefined; dataDir: string },
  access: BucketAccess,
): Promise<PhotoStore> {
  if (!address?.startsWith('s3://')) return folderStore(address ?? join(dataDir, 'photos'));
  // A large library, loaded only where a bucket is configured.
  const { bucketStore } = await import('./bucket-store.ts');
  return bucketStore(address, access);
}
