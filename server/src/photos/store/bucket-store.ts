import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type BucketAccess, MAX_ORIGINAL_BYTES, type PhotoStore } from './photo-store.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** Originals in a bucket of Amazon S3 or a compatible store; `address` is `s3://bucket/prefix`. */
export function bucketStore(address: string, { region, endpoint, credentials }: BucketAccess): PhotoStore {
  const { bucket, prefix } = bucketOf(address);
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    // Other stores do not support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  const keyOf = (name: string) => `${prefix}${name}`;
  return {
    get: async (name) => {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }), {
          abortSignal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        if (!found.Body || (found.ContentLength ?? 0) > MAX_ORIGINAL_BYTES) return null;
        return Buffer.from(await found.Body.transformToByteArray());
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    put: async (name, original) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: original }), {
        abortSignal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }), {
        abortSignal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
    },
  };
}

/** Bucket and prefix of `s3://bucket/prefix`; the prefix is empty or ends with a slash. */
function bucketOf(address: string): { bucket: string; prefix: string } {
  const { hostname, pathname } = new URL(address);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  return { bucket: hostname, prefix: prefix && `${prefix}/` };
}

/** Some stores answer 404 without an error code. */
const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404);
