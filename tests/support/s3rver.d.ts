/** What the tests use of s3rver, which has no types of its own. */
declare module "s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { Readable } from "node:stream";

  export interface S3Object {
    bucket: string;
    key: string;
    content: Readable | Buffer;
    metadata: Record<string, string>;
  }
  export interface FilesystemStore {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    putMetadata(
      bucket: string,
      key: string,
      metadata: Record<string, string>,
      md5: string,
    ): Promise<void>;
    putObject(object: S3Object): Promise<{ size: number; md5: string }>;
    deleteObject(bucket: string, key: string): Promise<void>;
    putPart(
      bucket: string,
      uploadId: string,
      number: string,
      content: Readable,
    ): Promise<{ size: number; md5: string }>;
    putObjectMultipart(
      bucket: string,
      uploadId: string,
      parts: { number: number; etag: string }[],
    ): Promise<{ size: number; md5: string }>;
  }
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string; configs?: string[] }[];
    });
    store: FilesystemStore;
    configureBuckets(): Promise<unknown>;
    getMiddleware(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: "error", listener: (error: Error) => void): void;
    logger: { close(): void; exceptions: { unhandle(): void } };
  }
}

declare module "s3rver/lib/models/account.js" {
  const account: { DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void } };
  export default account;
}

declare module "s3rver/lib/models/error.js" {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
    status: number;
    toXML(): string;
  }
}
